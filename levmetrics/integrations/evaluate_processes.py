"""How the processes of one evaluation hand their samples to the first of them.

The files and their locks have evaluate's names, and the processes meet as evaluate's do.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from typing import Any

import pyarrow as pa
from datasets.utils.filelock import FileLock, Timeout

_POLL = 0.02
_handed_over: set[str] = set()  # by this process, whichever of its modules it was


class Round:
    """One evaluation of several processes, from the first sample to the score.

    A process holds the lock of its file from the meeting until it has handed over its samples;
    the file appears whole then, or not at all. The first process keeps all files and locks until
    it has a score, so that it can try again.

    Args:
        module: the evaluate module.

    """

    def __init__(self, module: Any) -> None:
        self._module = module
        name = f"{module.experiment_id}-{module.num_process}"
        self._paths = [
            os.path.join(module.data_dir, f"{name}-{i}.arrow") for i in range(module.num_process)
        ]
        # Whichever thread of this process computes may release what another one acquired.
        self._locks = [FileLock(path + ".lock", thread_local=False) for path in self._paths]
        self._meeting = FileLock(
            os.path.join(module.data_dir, f"{name}-rdv.lock"), thread_local=False
        )
        self._met = False

    @property
    def _path(self) -> str:
        return str(self._paths[self._module.process_id])

    @property
    def _lock(self) -> FileLock:
        return self._locks[self._module.process_id]

    def meet(self) -> None:
        """Wait until all processes are there.

        Raises:
            ValueError: if one does not come in time, or another evaluation has the same files.

        """
        if self._met:
            return
        try:
            if self._module.process_id == 0:
                with self._acquired(self._meeting):
                    self._acquired(self._lock)
                    self._module._check_all_processes_locks()
            else:
                self._wait_for_the_round_before()
                self._acquired(self._lock)
                with suppress(FileNotFoundError):
                    os.remove(self._path)  # of an evaluation that was broken off
                self._module._check_rendez_vous()
        except BaseException:
            self._lock.release(force=True)
            raise
        self._met = True

    def hand_over(self, samples: pa.Table) -> None:
        """Write this process's samples for the first one, which may read them after :meth:`end`.

        Raises:
            OSError: if they cannot be written; nothing is handed over then.

        """
        part = self._path + ".part"
        try:
            with pa.OSFile(part, "wb") as file, pa.ipc.new_stream(file, samples.schema) as stream:
                stream.write_table(samples)
            os.replace(part, self._path)
        except BaseException:
            for path in (part, self._path):
                with suppress(FileNotFoundError):
                    os.remove(path)
            raise

    def take(self) -> list[pa.Table]:
        """Return the samples of the other processes, when all of them have handed theirs over.

        Raises:
            ValueError: if one does not in time, or ended before.

        """
        return [self._taken(i) for i in range(1, len(self._paths))]

    def end(self) -> None:
        """Let go of everything: of the first process, when it has the score."""
        if self._module.process_id > 0:
            _handed_over.add(self._path)
            self._lock.release(force=True)
            return
        # Its own lock first: who sees the others' free must not take it for that of the next round.
        self._lock.release(force=True)
        for path, lock in zip(self._paths[1:], self._locks[1:], strict=True):
            with suppress(FileNotFoundError):
                os.remove(path)
            lock.release(force=True)

    def _acquired(self, lock: FileLock) -> Any:
        try:
            return lock.acquire(timeout=1)
        except Timeout:
            raise ValueError(
                f"experiment_id {self._module.experiment_id!r} is used by another evaluation in "
                f"{self._module.data_dir}; give each an experiment_id of its own"
            ) from None

    def _wait_for_the_round_before(self) -> None:
        """Leave alone what was handed over and not scored yet."""
        end = time.monotonic() + self._module.timeout
        while self._path in _handed_over and os.path.exists(self._path):
            if time.monotonic() > end:
                raise ValueError(
                    "the first process has not scored the samples of the evaluation before; call "
                    "its compute, or give each evaluation an experiment_id of its own"
                )
            time.sleep(_POLL)
        _handed_over.discard(self._path)

    def _taken(self, process: int) -> pa.Table:
        lock = self._locks[process]
        if not lock.is_locked:
            try:
                lock.acquire(timeout=self._module.timeout)
            except Timeout:
                raise ValueError(
                    f"process {process} has not called compute within {self._module.timeout} "
                    "seconds; call it on every process, or give evaluate.load a longer timeout"
                ) from None
        try:
            with pa.memory_map(self._paths[process]) as file:
                return pa.ipc.open_stream(file).read_all()
        except FileNotFoundError:
            lock.release(force=True)
            raise ValueError(
                f"process {process} ended before it called compute; its samples are lost: "
                "evaluate again on all processes"
            ) from None
