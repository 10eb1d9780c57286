"""The pages. Function views, one shape: read, ask play or history, answer."""
