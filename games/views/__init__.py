"""The pages, as function views. They call `play` and `queries`."""
