# SPDX-License-Identifier: BSD-3-Clause
"""The doctor checks the real machine, gives hints, and survives any check."""

import json
import sys
import threading
from pathlib import Path

import pytest

from app import doctor
from app.cli import main
from app.doctor import Finding, check_runner, checks, examine, processes
from app.doctor.multicast import check_multicast
from app.doctor.processes import ProgramResult


def test_the_report_covers_what_it_promises(capsys: pytest.CaptureFixture[str]) -> None:
    main(["doctor", "--json"])
    report = json.loads(capsys.readouterr().out)
    found = {finding["name"]: finding for finding in report["findings"]}
    promised = {"display", "OpenGL", "multicast", "multicast on lo", "compiler", "Java", "Spark"}
    promised |= {"mail program", "file association", "engine", "libsodium", "python", "window", "your files", "sandbox"}
    assert promised <= set(found)
    for finding in found.values():
        assert finding["detail"]
        assert finding["works"] or finding["what_to_do"], f"{finding['name']} does not say what to do"
    required = [finding for finding in report["findings"] if finding["required"]]
    assert report["well"] == all(finding["works"] for finding in required)


def _with_findings(monkeypatch: pytest.MonkeyPatch, *findings: Finding) -> None:
    monkeypatch.setattr(doctor, "examine", lambda: list(findings))


def test_optional_things_do_not_fail_it(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    _with_findings(monkeypatch, Finding("a", True, "fine", required=True), Finding("b", False, "no", "do b"))
    assert main(["doctor"]) == 0
    shown = capsys.readouterr().out
    assert "ok   a  fine" in shown
    assert "→ do b" in shown


def test_required_things_do(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    _with_findings(monkeypatch, Finding("a", False, "broken", "mend a", required=True))
    assert main(["doctor"]) == 1
    assert "NOT  a  broken" in capsys.readouterr().out


def test_a_check_that_breaks_is_a_finding() -> None:
    def breaks() -> Finding:
        raise ZeroDivisionError("oh")

    [broken, fine] = examine([("broken", breaks), ("fine", lambda: Finding("fine", True, "yes"))])
    assert (broken.works, broken.detail) == (False, "ZeroDivisionError: oh")
    assert fine.works


def test_a_check_that_hangs_is_a_finding() -> None:
    never = threading.Event()

    def hangs() -> Finding:
        never.wait()
        return Finding("hangs", True, "at last")

    try:
        [finding] = examine([("hangs", hangs)], patience=0.1)
    finally:
        never.set()
    assert not finding.works
    assert "no answer" in finding.detail


def test_programs_that_are_missing_fail_or_hang(monkeypatch: pytest.MonkeyPatch) -> None:
    assert processes.run_program(["no-such-program"]).failure == "No such file or directory"
    assert processes.run_program(["sh", "-c", "echo so far; echo that is why >&2; exit 3"]).failure == "that is why"
    assert processes.run_program(["sh", "-c", "exit 3"]).failure == "exit code 3"
    assert processes.run_program(["sh", "-c", "kill -9 $$"]).failure == "killed by signal 9"
    assert processes.run_program(["echo", "yes"]) == processes.ProgramResult("yes", "")
    monkeypatch.setattr(processes, "_TIMEOUT_SECONDS", 0.1)
    assert "no answer within" in processes.run_program(["sleep", "60"]).failure


def test_multicast_is_really_tried_on_loopback() -> None:
    findings = {finding.name: finding for finding in check_multicast()}
    assert findings["multicast on lo"].works
    assert "127.0.0.1" in findings["multicast on lo"].detail
    assert findings["multicast"].works


def test_multicast_that_does_not_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(interface: object) -> bool:
        raise OSError(101, "Network is unreachable")

    monkeypatch.setattr("app.doctor.multicast._send_to_self", refused)
    summary, *each = check_multicast()
    assert not summary.works
    assert summary.hint
    assert all("ip link set" in finding.hint for finding in each if finding.detail != "no IPv4 address")
    monkeypatch.setattr("app.doctor.multicast._send_to_self", lambda interface: False)
    assert not check_multicast()[0].works


def test_without_tools(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("JAVA_HOME", raising=False)
    for check in (checks.check_compiler, checks.check_mail, checks.check_file_association):
        finding = check()
        assert not finding.works
        assert "install" in finding.hint


def test_the_compiler_really_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    assert checks.check_compiler().works
    monkeypatch.setenv("CC", "false")
    assert not checks.check_compiler().works


def test_the_installed_program_needs_no_compiler(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(checks, "run_probe", lambda *_: ProgramResult("", "broken"))
    monkeypatch.setattr("ctypes.CDLL", _no_library)
    assert checks.check_compiler().works
    for check in (checks.check_window, checks.check_engine, checks.check_libsodium):
        finding = check()
        assert not finding.works
        assert "install the program again" in finding.hint
        assert not any(word in finding.hint for word in ("gcc", "./run", "-dev"))


def _no_library(name: str) -> None:
    raise OSError(name)


@pytest.mark.parametrize("answer", ["liveobjects.desktop", "other.desktop", ""])
def test_desktop_settings_are_asked(answer: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("xdg-mime", "xdg-email"):
        (tmp_path / name).write_text(f"#!/bin/sh\necho {answer}\n", encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    assert checks.check_file_association().works == (answer == "liveobjects.desktop")
    assert checks.check_mail().works == (answer != "")


def test_java_is_asked_for_its_version(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    java = tmp_path / "bin" / "java"
    java.write_text("#!/bin/sh\necho openjdk 99\necho more\n", encoding="utf-8")
    java.chmod(0o755)
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    assert checks.check_java().detail == "openjdk 99"
    java.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    assert not checks.check_java().works


def test_a_home_that_cannot_be_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert checks.check_data_directory().works
    (tmp_path / "file").touch()
    monkeypatch.setenv("LIVEOBJECTS_HOME", str(tmp_path / "file"))
    finding = checks.check_data_directory()
    assert not finding.works
    assert "LIVEOBJECTS_HOME" in finding.hint


def test_no_display_is_not_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    for check in (checks.check_display, checks.check_opengl):
        finding = check()
        assert not finding.works
        assert not finding.required


@pytest.mark.display
def test_opengl_really_makes_a_context() -> None:
    assert checks.check_display().works
    finding = checks.check_opengl()
    assert finding.works, finding.detail
    assert "." in finding.detail.split()[0]


def test_qt_is_tried_in_a_process_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    assert checks.check_window().detail.startswith("Qt 6.")
    monkeypatch.setattr(sys, "executable", "/no/such/python")
    assert not checks.check_window().works


def test_the_list_of_checks_has_no_two_of_a_name() -> None:
    names = [name for name, _ in check_runner.CHECKS]
    assert len(names) == len(set(names))
