"""Running the site: the web server, limits, health, logs, the doctor, backups. Knows nothing of games."""
