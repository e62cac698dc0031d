"""What is damaged in an append-only file, and what stays."""

from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.store.append_only import damage

names = st.sampled_from([b"SET", b"del", b"SELECT"])


def resp(*command: bytes) -> bytes:
    return b"*%d\r\n" % len(command) + b"".join(
        b"$%d\r\n%b\r\n" % (len(argument), argument) for argument in command
    )


A, B, C = resp(b"SET", b"a", b"1"), resp(b"DEL", b"b"), resp(b"SET", b"c", b"\r\n*3\r\n")
MULTI, EXEC = resp(b"MULTI"), resp(b"EXEC")


def kept(data: bytes, *unknown: bytes) -> bytes:
    cuts = list(damage(data, frozenset(unknown)))
    for start, end in reversed(cuts):
        data = data[:start] + data[end:]
    return data


@pytest.mark.parametrize(
    ("data", "rest"),
    [
        (b"", b""),
        (A + B + C, A + B + C),
        (A + bytes(100), A),
        (A + B + C[:-1], A + B),
        (A + B[:9], A),
        (b"\0" * 6 + A[6:] + B + C, B + C),
        (A + B.replace(b"$1", b"$2") + C, A + C),
        (A[:-2] + b"XX" + B + C, B + C),
        (A + b"garbage" + B + b"more of it\r\n" + C, A + B + C),
        (b"garbage only", b""),
        (A + MULTI + B + C + EXEC, A + MULTI + B + C + EXEC),
        (A + MULTI + B + C, A + B + C),  # an end that was not written
        (A + MULTI + B + C + EXEC[:-3], A + B + C),
        (MULTI + B[:-2] + b"XX" + C + EXEC + A, C + A),
        (MULTI + A + MULTI + B + EXEC, A + MULTI + B + EXEC),
        (A + EXEC + B, A + B),
    ],
)
def test_whole_commands_and_transactions_stay(data: bytes, rest: bytes) -> None:
    assert kept(data) == rest


def test_command_that_the_server_does_not_know_is_damaged() -> None:
    sxt = resp(b"SXT", b"a")

    assert kept(A + sxt + B, b"sxt") == A + B
    assert kept(A + MULTI + B + sxt + EXEC + C, b"sxt") == A + B + C


@given(st.lists(st.builds(resp, names, st.binary(), st.binary())), st.data())
def test_six_bytes_overwritten_cost_only_the_commands_they_are_in(
    commands: list[bytes], data: st.DataObject
) -> None:
    place = data.draw(st.integers(0, sum(map(len, commands))))
    file = b"".join(commands)
    starts = list(accumulate(map(len, commands), initial=0))
    before = [command for command, end in zip(commands, starts[1:], strict=True) if end <= place]
    after = [
        command for command, start in zip(commands, starts, strict=False) if start >= place + 6
    ]

    rest = kept(file[:place] + b"XXXXXX"[: len(file) - place] + file[place + 6 :])

    assert rest.startswith(b"".join(before))
    assert rest.endswith(b"".join(after))
