"""What keeps an account its owner's: passkeys, one-time codes from an app, recovery codes, the list of sessions.

allauth.mfa and allauth.usersessions do the work; here stand the texts, who may see which page, and what they lack:
guests are kept out, recovery codes also replace a lost password, and each session can be ended by itself.
"""
