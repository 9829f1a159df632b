"""A system-call filter without dependencies: Linux seccomp through prctl, written as BPF by hand.

Opening a socket of any family but AF_UNIX kills the process (SIGSYS), so an attempt cannot go
unnoticed; AF_UNIX, io_uring, new processes and reaching into other processes fail with EPERM.
"""

from __future__ import annotations

import ctypes
import errno
import platform
import struct
import sys
from dataclasses import dataclass

PR_SET_NO_NEW_PRIVS = 38
PR_SET_SECCOMP = 22
SECCOMP_MODE_FILTER = 2
KILL_PROCESS = 0x8000_0000
ALLOW = 0x7FFF_0000
ERRNO = 0x0005_0000
AF_UNIX = 1
CLONE_THREAD = 0x0001_0000
X32_BIT = 0x4000_0000

LD_W_ABS, JEQ_K, JGE_K, JSET_K, RET_K = 0x20, 0x15, 0x35, 0x45, 0x06
OFFSET_NR, OFFSET_ARCH, OFFSET_ARG0 = 0, 4, 16


class NichtVerfuegbar(OSError):
    """This machine cannot filter system calls."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Architektur:
    """System-call numbers of one processor architecture (a number of -1 does not exist there)."""

    audit: int
    socket: int
    clone: int
    clone3: int
    fork: int
    vfork: int
    verboten: tuple[int, ...]


# io_uring_setup/enter/register, ptrace, process_vm_readv/writev, pidfd_getfd, execve, execveat
ARCHITEKTUREN = {
    "x86_64": Architektur(
        audit=0xC000_003E,
        socket=41,
        clone=56,
        clone3=435,
        fork=57,
        vfork=58,
        verboten=(425, 426, 427, 101, 310, 311, 438, 59, 322),
    ),
    "aarch64": Architektur(
        audit=0xC000_00B7,
        socket=198,
        clone=220,
        clone3=435,
        fork=-1,
        vfork=-1,
        verboten=(425, 426, 427, 117, 270, 271, 438, 221, 281),
    ),
}


def _op(code: int, k: int, jt: int = 0, jf: int = 0) -> bytes:
    return struct.pack("=HBBI", code, jt, jf, k)


def program(arch: Architektur) -> bytes:
    """Return the filter: every rule loads what it tests, returns if it applies, else falls on."""
    load_nr = _op(LD_W_ABS, OFFSET_NR)
    eperm, enosys = ERRNO | errno.EPERM, ERRNO | errno.ENOSYS
    ops = [_op(LD_W_ABS, OFFSET_ARCH), _op(JEQ_K, arch.audit, 1, 0), _op(RET_K, KILL_PROCESS)]
    ops += [load_nr, _op(JGE_K, X32_BIT, 0, 1), _op(RET_K, KILL_PROCESS)]
    ops += [_op(JEQ_K, arch.socket, 0, 4), _op(LD_W_ABS, OFFSET_ARG0)]
    ops += [_op(JEQ_K, AF_UNIX, 0, 1), _op(RET_K, eperm), _op(RET_K, KILL_PROCESS)]
    ops += [_op(JEQ_K, arch.clone3, 0, 1), _op(RET_K, enosys)]
    ops += [_op(JEQ_K, arch.clone, 0, 4), _op(LD_W_ABS, OFFSET_ARG0)]
    ops += [_op(JSET_K, CLONE_THREAD, 1, 0), _op(RET_K, eperm), _op(RET_K, ALLOW)]
    for number in (*arch.verboten, arch.fork, arch.vfork):
        if number >= 0:
            ops += [_op(JEQ_K, number, 0, 1), _op(RET_K, eperm)]
    ops.append(_op(RET_K, ALLOW))
    return b"".join(ops)


def install() -> None:
    """Put the filter on this process for good; raises NichtVerfuegbar and changes nothing else."""
    arch = ARCHITEKTUREN.get(platform.machine())
    if not sys.platform.startswith("linux") or arch is None:
        raise NichtVerfuegbar("Kein Systemaufruf-Filter auf dieser Plattform.")
    libc = ctypes.CDLL(None, use_errno=True)
    code = program(arch)
    instructions = ctypes.create_string_buffer(code, len(code))
    header = _Programm(len(code) // 8, ctypes.addressof(instructions))
    if libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0:
        raise NichtVerfuegbar(ctypes.get_errno(), "no_new_privs wurde abgelehnt.")
    if libc.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.byref(header), 0, 0) != 0:
        raise NichtVerfuegbar(ctypes.get_errno(), "seccomp wurde abgelehnt.")


class _Programm(ctypes.Structure):
    """struct sock_fprog."""

    _fields_ = (("laenge", ctypes.c_ushort), ("filter", ctypes.c_void_p))
