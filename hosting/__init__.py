"""What whoever hosts the site needs: health, the scheduler's pulse, the doctor, backups. Knows nothing of games."""
