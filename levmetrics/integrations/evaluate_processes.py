"""Distributed evaluation: processes synchronize, and the first gathers all samples.

Files, locks and synchronization follow evaluate's own protocol.
"""

from __future__ import annotations

import time
from contextlib import AbstractContextManager
from pathlib import Path

import evaluate
from datasets.utils.filelock import FileLock, Timeout

from levmetrics.lazy import pa
from levmetrics.system.written_files import written

_POLL_SECONDS = 0.02
_sent_files: set[Path] = set()  # held by this process, through any of its modules


class DistributedEvaluation:
    """Successive evaluations by several processes, each from the first sample to the score.

    A process holds the lock of its file from the synchronization until it has sent its samples; the
    file then appears atomically. The first process keeps all files and locks until it has a score,
    so that it can retry after an error.

    Args:
        module: the evaluate module.

    """

    def __init__(self, module: evaluate.EvaluationModule) -> None:
        self._module = module
        name = f"{module.data_dir}/{module.experiment_id}-{module.num_process}"
        self._paths = [Path(f"{name}-{i}.arrow") for i in range(module.num_process)]
        self._path = self._paths[module.process_id]
        # Any thread of this process may release a lock that another thread acquired.
        self._locks = [FileLock(f"{path}.lock", thread_local=False) for path in self._paths]
        self._lock = self._locks[module.process_id]
        self._rendezvous_lock = FileLock(f"{name}-rdv.lock", thread_local=False)
        self._synchronized = False

    def synchronize(self) -> None:
        """Wait until all processes have joined; further calls before :meth:`end` do nothing.

        Raises:
            ValueError: if a process does not join in time, or another evaluation has the same
                files.

        """
        if self._synchronized:
            return
        try:
            if self._module.process_id == 0:
                with self._acquire(self._rendezvous_lock):
                    self._acquire(self._lock)
                    self._module._check_all_processes_locks()
            else:
                self._wait_for_previous_evaluation()
                self._acquire(self._lock)
                self._path.unlink(missing_ok=True)  # left by an interrupted evaluation
                self._module._check_rendez_vous()
        except BaseException:
            self._lock.release(force=True)
            raise
        self._synchronized = True

    def send(self, samples: pa.Table) -> None:
        """Write this process's samples; the first process can read them after :meth:`end`.

        Raises:
            InputError: if they cannot be written; then nothing is sent.

        """
        with (
            written(self._path) as file,
            pa.ipc.new_stream(file, samples.schema) as stream,
        ):
            stream.write_table(samples)

    def gather(self) -> list[pa.Table]:
        """Wait for the samples of the other processes, and return them in process order.

        Raises:
            ValueError: if a process does not send them in time, or ended before.

        """
        return [self._read(i) for i in range(1, len(self._paths))]

    def end(self) -> None:
        """Release the locks: after sending, or on the first process after scoring."""
        self._synchronized = False
        if self._module.process_id > 0:
            _sent_files.add(self._path)
            self._lock.release(force=True)
            return
        # This process's lock first: a process that finds the others free must not find this one
        # locked, as if the next evaluation had begun.
        self._lock.release(force=True)
        for path, lock in zip(self._paths[1:], self._locks[1:], strict=True):
            path.unlink(missing_ok=True)
            lock.release(force=True)

    def _acquire(self, lock: FileLock) -> AbstractContextManager[object]:
        try:
            acquired: AbstractContextManager[object] = lock.acquire(timeout=1)
            return acquired
        except Timeout:
            raise ValueError(
                f"experiment_id {self._module.experiment_id!r} is used by another evaluation in "
                f"{self._module.data_dir}; give each an experiment_id of its own"
            ) from None

    def _wait_for_previous_evaluation(self) -> None:
        """Wait until this process's previous samples are scored, since its file is the same."""
        deadline = time.monotonic() + self._module.timeout
        while self._path in _sent_files and self._path.exists():
            if time.monotonic() > deadline:
                raise ValueError(
                    "the first process has not scored the samples of the evaluation before; call "
                    "its compute, or give each evaluation an experiment_id of its own"
                )
            time.sleep(_POLL_SECONDS)
        _sent_files.discard(self._path)

    def _read(self, process: int) -> pa.Table:
        lock, timeout = self._locks[process], self._module.timeout
        try:
            lock.acquire(timeout=timeout)
        except Timeout:
            raise ValueError(
                f"process {process} has not called compute within {timeout} seconds; call it on "
                "every process, or give evaluate.load a longer timeout"
            ) from None
        try:
            with pa.memory_map(str(self._paths[process])) as file:
                return pa.ipc.open_stream(file).read_all()
        except FileNotFoundError:
            lock.release(force=True)
            raise ValueError(
                f"process {process} ended before it called compute; its samples are lost: "
                "evaluate again on all processes"
            ) from None
