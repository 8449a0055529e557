"""Keeps signals away from the threads beside the main one."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without_signals() -> Iterator[None]:
    """Threads that are started inside never receive SIGINT or SIGTERM.

    Python runs signal handlers in the main thread, but where the system delivers a signal to another thread, it doesn't
    wake a main thread that sleeps.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
