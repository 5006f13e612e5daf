"""What commands about people share."""


def own_name() -> str:
    """How others call this user: as in the settings, else as the account says."""
    from app.ui.player.local_user import sender_name  # noqa: PLC0415 - has no Qt in it

    return sender_name()
