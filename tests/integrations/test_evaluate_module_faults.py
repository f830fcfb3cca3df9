"""Calls of the evaluate modules that fail, whenever and why ever: what was added before stays."""

import contextlib
import copy
import errno
import gc
import os
import signal
import subprocess
import threading

import evaluate
import pytest

from levmetrics import InputError
from tests.integrations.disks import files_in, no_file_grows_over
from tests.integrations.evaluate_modules import every_module
from tests.integrations.module_threads import share_modules
from tests.integrations.random_interrupts import count_broken_off
from tests.interrupts import Tracer, lines_of
from tests.processes import PROCESSES, in_a_process
from tests.thoroughness import times

PREDS, REFERENCES = ["a b", "c", "d e f", ""], ["a b", "x", "d f", "y"]
BEFORE = {"predictions": PREDS[:2], "references": REFERENCES[:2]}
GIVEN = {"predictions": PREDS[2:], "references": REFERENCES[2:]}
# Enough to be written to the file.
MANY = {
    "predictions": [" ".join([text] * 400) for text in PREDS] * 25,
    "references": [" ".join([text] * 400) for text in REFERENCES] * 25,
}
HITS = 4 * 400 * 25
in_memory_and_not = pytest.mark.parametrize("keep_in_memory", [True, False])
CALLS = {
    "add": lambda module: module.add(prediction="p", reference="r"),
    "add_batch": lambda module: module.add_batch(**GIVEN),
    "add_batch of many": lambda module: module.add_batch(**MANY),
    "compute": lambda module: module.compute(),
    "compute with samples": lambda module: module.compute(**GIVEN),
}


def scores(module):
    return module.compute(reduction="none")


# --- interrupts ----------------------------------------------------------------------------------


def interrupt_anywhere(module, call, count):
    """Break the call off at so many of its lines; what was added before is there each time."""
    module.add_batch(**BEFORE)
    expected = scores(module)
    module.add_batch(**BEFORE)
    call(module)  # the first fills caches, of words among others, and so runs more lines
    module.add_batch(**BEFORE)
    lines = lines_of(lambda: call(module))
    assert lines > 10
    with contextlib.suppress(InputError):  # compute has left nothing to score
        module.compute()
    module.add_batch(**BEFORE)
    for stop in range(1, lines + 1, max(1, lines // count)):
        broken_off = Tracer(stop).run(lambda: call(module))
        assert broken_off
        assert len(module) == 2
        assert scores(module) == expected
        module.add_batch(**BEFORE)


@in_memory_and_not
@every_module
@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_an_interrupt_leaves_the_samples_as_they_were(name, config, keep_in_memory, call, tmp_path):
    module = evaluate.load(name, config, keep_in_memory=keep_in_memory, cache_dir=str(tmp_path))
    interrupt_anywhere(module, call, 20)


# One config of each kind of column: the others differ in the arithmetic alone.
@pytest.mark.slow
@in_memory_and_not
@pytest.mark.parametrize(("name", "config"), [("anls", "star"), ("wer_lev", None)])
@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_an_interrupt_at_any_line_leaves_the_samples_as_they_were(
    name, config, keep_in_memory, call, tmp_path
):
    module = evaluate.load(name, config, keep_in_memory=keep_in_memory, cache_dir=str(tmp_path))
    interrupt_anywhere(module, call, times(60, of=300))


def test_an_interrupt_at_a_random_moment_leaves_the_samples_as_they_were():
    assert min(in_a_process(count_broken_off, 1000, 15)) > 0


@pytest.mark.slow
def test_interrupts_at_many_moments_of_long_calls_leave_the_samples_as_they_were():
    each = times(30, of=100)
    assert sum(in_a_process(count_broken_off, 30_000, each)) >= 2 * each


# --- full disks ----------------------------------------------------------------------------------

BATCH = {"predictions": ["a b " * 50] * 2000, "references": ["a c " * 50] * 2000}  # 800 kB


def fill_by_batches(module):
    for _ in range(20):
        module.add_batch(**BATCH)


def fill_one_by_one(module):
    for _ in range(20_000):
        module.add(prediction="a b " * 50, reference="a c " * 50)


def fill_at_once(module):
    module.add_batch(**{name: texts * 20 for name, texts in BATCH.items()})


fills = pytest.mark.parametrize("fill", [fill_by_batches, fill_one_by_one, fill_at_once])


def go_on_after(module, full, fill):
    """Fill the disk; then, with space on it, all that was added counts, and once."""
    module.add(prediction="x", reference="y")
    with full, pytest.raises(OSError) as caught:  # noqa: PT011  # which one, the kind of disk says
        fill(module)
    assert caught.value.errno in (errno.ENOSPC, errno.EFBIG)
    kept = len(module)
    assert kept in range(1, 20_000)
    module.add(prediction="x", reference="y")
    module.add_batch(**BATCH)
    result = module.compute(**BATCH)
    assert result["substitutions"] == (kept - 1 + 4000) * 50 + 2
    assert result["hits"] == (kept - 1 + 4000) * 50
    assert module.compute(predictions=["x"], references=["x"])["hits"] == 1


@fills
def test_after_a_file_could_not_grow_what_was_added_counts_once(fill, tmp_path):
    module = evaluate.load("wer_lev", cache_dir=str(tmp_path))
    go_on_after(module, no_file_grows_over(1_500_000), fill)


@pytest.fixture
def small_disk(tmp_path):
    """A disk of 3 MB."""
    mount = ["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", str(tmp_path)]
    if subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("a file system can only be mounted by root; see the test before")
    yield tmp_path
    gc.collect()
    subprocess.run(["umount", "-l", str(tmp_path)], check=True)


@contextlib.contextmanager
def ballast(folder):
    file = folder / "ballast"
    file.write_bytes(b"x" * 2_000_000)
    yield
    file.unlink()


@fills
def test_after_a_full_disk_what_was_added_counts_once(fill, small_disk):
    module = evaluate.load("wer_lev", cache_dir=str(small_disk))
    go_on_after(module, ballast(small_disk), fill)


def test_what_is_given_to_compute_needs_no_disk(tmp_path):
    module = evaluate.load("wer_lev", cache_dir=str(tmp_path))
    with no_file_grows_over(1000):
        assert module.compute(**BATCH)["hits"] == 100_000


def test_a_batch_that_finds_no_disk_gives_back_what_it_took(small_disk):
    module = evaluate.load("wer_lev", cache_dir=str(small_disk))
    free = os.statvfs(small_disk).f_bavail
    with pytest.raises(OSError, match="No space left"):
        fill_at_once(module)
    assert os.statvfs(small_disk).f_bavail == free


def test_on_a_read_only_disk_adding_says_where_and_what_was_added_before_counts(small_disk):
    module = evaluate.load("wer_lev", cache_dir=str(small_disk))
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    module.add(prediction="x y", reference="x z")
    with pytest.raises(OSError, match=f"Read-only file system: '{small_disk}"):
        fill_at_once(module)
    assert module.compute()["wer"] == 0.5
    assert module.compute(**BATCH)["hits"] == 100_000


# --- memory and failures of others ---------------------------------------------------------------


@in_memory_and_not
def test_a_tokenizer_without_memory_leaves_the_samples_as_they_were(keep_in_memory):
    def greedy(text):
        raise MemoryError

    module = evaluate.load("wer_lev", keep_in_memory=keep_in_memory)
    module.add_batch(**BEFORE)
    with pytest.raises((MemoryError, InputError)):
        module.compute(**GIVEN, tokenizer=greedy)
    assert len(module) == 2
    assert module.compute()["hits"] == 2


def test_an_interrupt_in_compute_loses_nothing_that_was_added(wer):
    def interrupted(text):
        raise KeyboardInterrupt

    wer.add(prediction="a", reference="a")
    with pytest.raises(KeyboardInterrupt):
        wer.compute(tokenizer=interrupted)
    assert wer.compute()["hits"] == 1


@in_memory_and_not
def test_a_tokenizer_that_fails_in_compute_loses_nothing_that_was_added(keep_in_memory):
    def failing(text):
        raise RuntimeError("no such word")

    module = evaluate.load("wer_lev", keep_in_memory=keep_in_memory)
    for _ in range(2):  # also after it has happened once
        module.add_batch(predictions=["a", "b"], references=[["a"], ["b", "c"]])
        with pytest.raises(InputError, match=r"predictions\[0\]: RuntimeError: no such word"):
            module.compute(predictions=["x"], references=[["y"]], tokenizer=failing)
        assert len(module) == 2
        assert module.compute()["hits"] == 2


def test_a_failure_that_someone_holds_on_to_is_in_no_one_s_way(tmp_path):
    """Its traceback holds on to the columns of the call, which are mapped from the file."""

    def failing(text):
        raise RuntimeError("no")

    module = evaluate.load("wer_lev", cache_dir=str(tmp_path))
    module.add_batch(**MANY)
    failures = []
    for _ in range(3):
        with pytest.raises(InputError) as caught:
            module.compute(**GIVEN, tokenizer=failing)
        failures.append(caught)
        module.add_batch(**MANY)
    assert len(module) == 400
    assert module.compute()["hits"] == 4 * HITS


def test_a_tokenizer_that_uses_its_own_module_is_refused():
    module = evaluate.load("wer_lev")

    def adding(text):
        module.add(prediction="a", reference="a")
        return text.split()

    with pytest.raises(InputError, match="the module was used by a tokenizer or normalizer of its"):
        module.compute(**GIVEN, tokenizer=adding)


# --- files, copies and processes -----------------------------------------------------------------


def test_no_file_is_left_behind_by_compute_nor_by_a_module_that_is_gone(tmp_path):
    module = evaluate.load("wer_lev", cache_dir=str(tmp_path))
    module.add_batch(**MANY)
    module.compute()
    assert files_in(tmp_path) == []
    module.add_batch(**MANY)
    del module
    gc.collect()
    assert files_in(tmp_path) == []


def add_and_be_killed(folder):
    module = evaluate.load("wer_lev", cache_dir=folder)
    module.add_batch(predictions=["a b"] * 20_000, references=["a b"] * 20_000)
    os.kill(os.getpid(), signal.SIGKILL)


def test_no_file_is_left_behind_by_a_process_that_is_killed(tmp_path):
    process = PROCESSES.Process(target=add_and_be_killed, args=(str(tmp_path),))
    process.start()
    process.join(120)
    assert process.exitcode == -signal.SIGKILL
    assert files_in(tmp_path) == []


def add_and_fork(folder):
    module = evaluate.load("wer_lev", cache_dir=folder)
    module.add_batch(predictions=["a"] * 20_000, references=["a"] * 20_000)
    child = os.fork()
    module.add_batch(predictions=["b"] * 20_000, references=["b" if child else "c"] * 20_000)
    if child:
        assert os.waitpid(child, 0)[1] == 0
        module.add_batch(predictions=["a"] * 20_000, references=["a"] * 20_000)
    result = module.compute()
    expected = (60_000, 0) if child else (20_000, 20_000)
    assert (result["hits"], result["substitutions"]) == expected, result


def test_a_forked_process_has_samples_of_its_own(tmp_path):
    process = PROCESSES.Process(target=add_and_fork, args=(str(tmp_path),))
    process.start()
    process.join(120)
    assert process.exitcode == 0


def copies(module):
    cloudpickle = pytest.importorskip("cloudpickle")
    return [
        copy.copy(module),
        copy.deepcopy(module),
        cloudpickle.loads(cloudpickle.dumps(module)),
    ]


@in_memory_and_not
@every_module
@pytest.mark.parametrize("added", [{}, BEFORE, MANY])
def test_a_copy_has_samples_of_its_own(name, config, keep_in_memory, added):
    module = evaluate.load(name, config, keep_in_memory=keep_in_memory)
    if added:
        module.add_batch(**added)
    own = copies(module)
    for twin in own:
        assert len(twin) == len(module)
        twin.add(prediction="x", reference="y")
    module.add(prediction="z", reference="z")
    expected = evaluate.load(name, config)
    for twin in own:
        assert len(twin) == len(module)
        assert scores(twin) == expected.compute(
            predictions=[*added.get("predictions", []), "x"],
            references=[*added.get("references", []), "y"],
            reduction="none",
        )


# --- threads -------------------------------------------------------------------------------------


@pytest.mark.slow
def test_threads_that_share_a_module_get_each_its_own_number():
    in_a_process(share_modules)


def test_an_interrupted_call_lets_other_threads_go_on():
    module = evaluate.load("wer_lev")

    def interrupted(text):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        module.compute(**BEFORE, tokenizer=interrupted)
    other = threading.Thread(target=module.add_batch, kwargs=BEFORE)
    other.start()
    other.join(30)
    assert len(module) == 2


# --- what the caller gave ------------------------------------------------------------------------


@every_module
def test_lists_that_change_after_they_were_added_change_nothing(name, config):
    module = evaluate.load(name, config)
    preds, references = ["a b"], [["a b", "c"]]
    module.add_batch(predictions=preds, references=references)
    module.add(prediction="a b", reference=references[0])
    preds[0] = "z"
    references[0][0] = "z"
    unchanged = {"predictions": ["a b"] * 2, "references": [["a b", "c"]] * 2}
    assert module.compute() == evaluate.load(name, config).compute(**unchanged)


def test_one_sample_is_not_given_by_two_names():
    module = evaluate.load("anls")
    with pytest.raises(InputError, match=r"^prediction and predictions are both given; give one"):
        module.add(prediction="a", predictions="b", reference="a")
    with pytest.raises(InputError, match=r"^reference and references are both given; give one"):
        module.add(prediction="a", reference="a", references="b")
    assert len(module) == 0


def test_modules_of_one_experiment_do_not_share_samples(tmp_path):
    one, other = (
        evaluate.load("wer_lev", experiment_id="x", cache_dir=str(tmp_path)) for _ in range(2)
    )
    one.add_batch(**MANY)
    other.add_batch(**BEFORE)
    assert (one.compute()["hits"], other.compute()["hits"]) == (HITS, 2)


def test_groups_that_would_say_nothing_are_refused():
    module = evaluate.load("anls")
    module.add_batch(**BEFORE)
    with pytest.raises(InputError, match=r"^groups is given without confidence_level, but is"):
        module.compute(groups=["x", "y"])
    assert len(module) == 2
