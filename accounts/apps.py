from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"

    def ready(self) -> None:
        from accounts.data import account, registry

        registry.register(account.ACCOUNT)
