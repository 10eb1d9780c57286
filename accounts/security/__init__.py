"""Security of accounts: passkeys, one-time codes of an app, recovery codes, the list of sessions.

allauth.mfa and allauth.usersessions do the work. This package adds texts and permissions: guests must register first,
recovery codes also replace a lost password, and single sessions can be ended.
"""
