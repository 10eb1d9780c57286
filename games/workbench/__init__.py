"""For whoever writes a game: all seats of a table side by side in one window, and tables that begin at a stored
position. Installed with DEBUG alone, since it shows every hand."""
