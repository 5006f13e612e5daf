# SPDX-License-Identifier: BSD-3-Clause
"""Real mail servers in a temporary folder, reached by loopback: submission with a password, delivery, IMAP.

Dovecot takes messages from people who log in (SMTP submission) and gives them their mail (IMAP); aiosmtpd is
where it delivers to. Nothing of it needs rights, and all of it ends with whoever started it.
"""

from __future__ import annotations

import imaplib
import os
import secrets
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

_PATIENCE = 30.0
_DOMAIN = "mail.test"
_DOVECOT = """
base_dir = {folder}/run
state_dir = {folder}/run
log_path = {folder}/log
default_internal_user = {user}
default_internal_group = {group}
default_login_user = {user}
first_valid_uid = 1
protocols = imap submission
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
hostname = {domain}
mail_location = maildir:{folder}/mail/%n
submission_relay_host = 127.0.0.1
submission_relay_port = {delivery}
passdb {{
  driver = passwd-file
  args = scheme=PLAIN username_format=%u {folder}/passwords
}}
userdb {{
  driver = static
  args = uid={user} gid={group} home={folder}/home/%n
}}
service anvil {{
  chroot =
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {imap}
  }}
  inet_listener imaps {{
    port = 0
  }}
}}
service submission-login {{
  chroot =
  inet_listener submission {{
    port = {submission}
  }}
}}
"""


@dataclass(frozen=True)
class Account:
    """Somebody who has mail here."""

    address: str
    password: str


@dataclass(frozen=True)
class Post:
    """Where the servers are: `sender` may send, and what is sent is delivered to `receiver`."""

    folder: Path
    submission: int
    imap: int
    sender: Account
    receiver: Account

    def wait_for_mail(self) -> bytes:
        """The first message for the receiver, fetched as mail programs do: they ask again and again."""
        until = time.monotonic() + _PATIENCE
        with imaplib.IMAP4("127.0.0.1", self.imap, timeout=_PATIENCE) as line:
            line.login(self.receiver.address, self.receiver.password)
            while line.select("INBOX")[1] == [b"0"]:
                assert time.monotonic() < until, f"no mail has come: {self.log()}"
                time.sleep(0.05)
            part = line.fetch("1", "(RFC822)")[1][0]
        assert isinstance(part, tuple)
        return part[1]

    def log(self) -> str:
        """What the servers said last."""
        return (self.folder / "log").read_text(errors="replace")[-2000:]


@contextmanager
def running_post() -> Iterator[Post]:
    """Servers that run for as long as this lasts."""
    with tempfile.TemporaryDirectory(prefix="post", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        folder.chmod(0o755)
        (folder / "mail").mkdir()
        delivery, submission, imap = _free_ports(3)
        people = [Account(f"{who}@{_DOMAIN}", secrets.token_hex(12)) for who in ("ann", "bob")]
        post = Post(folder, submission, imap, *people)
        passwords = "".join(f"{each.address}:{each.password}\n" for each in people)
        (folder / "passwords").write_text(passwords)
        (folder / "log").touch()
        names = _names()
        settings = _DOVECOT.format(
            folder=folder,
            domain=_DOMAIN,
            delivery=delivery,
            submission=submission,
            imap=imap,
            user=names[0],
            group=names[1],
        )
        (folder / "dovecot.conf").write_text(settings)
        if os.geteuid() == 0:
            for path in (folder, *folder.iterdir()):
                shutil.chown(path, *names)
        box = folder / "mail" / people[1].address.partition("@")[0]
        mailbox = ("-n", "-l", f"127.0.0.1:{delivery}", "-c", "aiosmtpd.handlers.Mailbox", str(box))
        with (
            _server(post, delivery, _program("aiosmtpd"), *mailbox),
            _server(post, submission, _program("dovecot"), "-F", "-c", str(folder / "dovecot.conf")),
        ):
            yield post


@contextmanager
def _server(post: Post, port: int, *command: str) -> Iterator[None]:
    """One server, from when it answers; its children end with it."""
    other = ["--reuid=nobody", "--regid=nogroup", "--clear-groups"] if os.geteuid() == 0 else []
    with (post.folder / "log").open("ab") as log:
        process = subprocess.Popen(
            ["setpriv", *other, "--pdeathsig", "TERM", *command], stdout=log, stderr=log, cwd="/"
        )
    try:
        until = time.monotonic() + _PATIENCE
        while not _answers(port):
            assert process.poll() is None, post.log()
            assert time.monotonic() < until, post.log()
            time.sleep(0.02)  # nothing tells when it listens
        yield
    finally:
        process.terminate()
        process.wait(_PATIENCE)


def _answers(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False


def _free_ports(number: int) -> list[int]:
    taken = [socket.socket() for _ in range(number)]
    try:
        for each in taken:
            each.bind(("127.0.0.1", 0))
        return [each.getsockname()[1] for each in taken]
    finally:
        for each in taken:
            each.close()


def _names() -> tuple[str, str]:
    """As whom the servers run: not as root."""
    if os.geteuid() == 0:
        return "nobody", "nogroup"
    done = subprocess.run(["id", "-un"], capture_output=True, text=True, check=True)
    group = subprocess.run(["id", "-gn"], capture_output=True, text=True, check=True)
    return done.stdout.strip(), group.stdout.strip()


def _program(name: str) -> str:
    found = shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    assert found is not None, f"{name} is not installed; ./test installs it"
    return found
