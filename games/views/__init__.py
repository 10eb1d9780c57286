"""The pages: views as functions, which ask `play` or `queries` and answer."""
