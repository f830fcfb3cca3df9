"""A baseline holds what samples scored, and refuses what it is not of."""

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import levmetrics as lm
from levmetrics import InputError
from levmetrics.core import baseline as baselines
from levmetrics.core.baseline import Baseline, pair

PREDS, TARGET = ["a b", "c", "d e"], ["a x", "c", "d e f"]
IDS = ["u1", "u2", "u3"]


def scored(preds=PREDS, target=TARGET, metric="wer", ids=IDS, **options):
    return lm.score(preds, target, metric, ids=ids, **options)


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "baseline.parquet"
    scored().to_baseline(path)
    return path


def test_a_file_has_a_row_a_sample_with_counts_and_no_texts(file):
    rows = pq.read_table(file)
    assert rows.column_names == ["id", "reference_digest", "wer"]
    assert rows["id"].to_pylist() == IDS
    counts = {"substitutions": 1, "deletions": 0, "insertions": 0, "hits": 1}
    first = rows["wer"][0].as_py()
    assert {name: first[name] for name in counts} == counts
    assert (first["numerator"], first["denominator"]) == (1, 2)
    assert not any(text in file.read_bytes() for text in (b"a b", b"d e f"))


def test_texts_are_kept_if_asked_for(tmp_path):
    scored().to_baseline(tmp_path / "b.parquet", with_texts=True)
    rows = pq.read_table(tmp_path / "b.parquet")
    assert rows.select(["prediction", "reference"]).to_pydict() == {
        "prediction": PREDS,
        "reference": TARGET,
    }


@pytest.mark.parametrize("metric", ["wer", "cer", "anls", "anls:star", "formatted"])
def test_what_is_read_is_what_was_written(tmp_path, metric):
    run = scored(metric=metric, groups=["ann", "bob", "ann"])
    run.to_baseline(tmp_path / "b.parquet")
    read = Baseline.read(tmp_path / "b.parquet")
    (name,) = read.metrics
    assert read.statistics(name).value == run.score
    assert (read.ids, read.groups) == (IDS, ["ann", "bob", "ann"])


def test_a_reference_with_other_alternatives_is_another_one():
    one = Baseline.of(scored(target=[["a", "b"], ["c"], ["d"]]))
    other = Baseline.of(scored(target=[["a", "z"], ["c"], ["d"]]))
    digests = (each.rows["reference_digest"].to_pylist() for each in (one, other))
    same = [a == b for a, b in zip(*digests, strict=True)]
    assert same == [False, True, True]


def test_a_text_is_another_reference_than_its_parts():
    whole, parts = (
        Baseline.of(scored(target=[each, ["c"], ["d"]])) for each in (["ab"], ["a", "b"])
    )
    assert whole.rows["reference_digest"][0] != parts.rows["reference_digest"][0]
    assert whole.rows["reference_digest"][1:] == parts.rows["reference_digest"][1:]


def test_samples_are_paired_by_their_ids_in_any_order():
    order = [2, 0, 1]
    shuffled = scored(
        *([side[i] for i in order] for side in (PREDS, TARGET)), ids=[IDS[i] for i in order]
    )
    stored, now, by = pair(
        Baseline.of(scored()), Baseline.of(shuffled), by_order=False, drops_missing=False
    )
    assert by == "ids"
    assert stored.ids == now.ids == ["u3", "u1", "u2"]
    assert stored.rows.equals(now.rows)


def paired(stored, now, **options):
    return pair(
        Baseline.of(stored),
        Baseline.of(now),
        **{"by_order": False, "drops_missing": False, **options},
    )


@pytest.mark.parametrize(
    ("now", "options", "message"),
    [
        (
            scored(ids=["u1", "u2", "x"]),
            {},
            "the baseline lacks the samples x; give",
        ),
        (scored(ids=None), {}, "what is scored has no ids"),
        (
            scored(target=["a x", "c", "d f"]),
            {},
            "the references of u3 are not those",
        ),
        (
            scored(PREDS[:2], TARGET[:2], ids=None),
            {"by_order": True},
            "the baseline has 3 samples, and 2",
        ),
        (scored(ids=["x", "y", "z"]), {"drops_missing": True}, "have no sample in common"),
    ],
)
def test_samples_that_do_not_fit_are_refused_and_named(now, options, message):
    with pytest.raises(InputError, match=message):
        paired(scored(), now, **options)


def in_folder(folder, names):
    return [f"{folder}/{name}.wav" for name in names]


def test_manifests_of_two_machines_are_paired_by_their_file_names():
    old, new = scored(ids=in_folder("/mnt/data", IDS)), scored(ids=in_folder("D:\\data", IDS))
    stored, now, by = paired(old, new)
    assert by == "file names"
    assert (stored.ids, now.ids) == (old.ids, new.ids)
    assert lm.gate(new, old, margin=0).paired_by == "file names"
    reverse = scored(PREDS[::-1], TARGET[::-1], ids=in_folder("/home", IDS[::-1]))
    stored, now, _ = paired(old, reverse)
    assert stored.rows["reference_digest"].equals(now.rows["reference_digest"])


def test_whole_paths_pair_samples_where_file_names_would_not():
    """Two folders with files of the same names, as of two speakers."""
    names = ["ann/1.wav", "bob/1.wav", "bob/2.wav"]
    assert paired(scored(ids=names), scored(ids=names)).by == "ids"
    others = ["x/1.wav", "y/1.wav", "y/2.wav"]
    with pytest.raises(InputError, match="the baseline lacks the samples x/1"):
        paired(scored(ids=names), scored(ids=others))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"normalizer": "lower"}, "wer otherwise: normalizer none, now lower"),
        ({"tokenizer": "char"}, "tokenizer whitespace, now char"),
        ({"metric": "cer"}, "the baseline has no cer; it has wer"),
    ],
)
def test_a_baseline_of_other_settings_is_refused_with_both(options, message):
    now = Baseline.of(scored(**options))
    (name,) = now.metrics
    with pytest.raises(InputError, match=message):
        Baseline.of(scored()).check_scored_as(now, name)


def test_an_id_twice_is_refused():
    parts = [Baseline.of(scored())] * 2
    with pytest.raises(InputError, match="u1"):
        Baseline.joined(parts)


def test_a_file_of_another_version_is_refused(file, monkeypatch):
    monkeypatch.setattr(baselines, "__version__", "9.9")
    with pytest.raises(
        InputError, match=r"was written by levmetrics .*, which may count otherwise"
    ):
        Baseline.read(file)


def hostile(path):
    """Yield changes of a file that somebody, or a broken disk, may have made."""
    content = path.read_bytes()
    rows = pq.read_table(path)

    def changed(column, values):
        place = rows.schema.get_field_index(column)
        pq.write_table(rows.set_column(place, column, pa.array(values)), path)

    yield lambda: path.write_bytes(content[: len(content) // 2])
    yield lambda: path.write_bytes(b"")
    yield lambda: path.write_bytes(b"PAR1 and nothing more PAR1")
    yield lambda: pq.write_table(pa.table({"a": [1]}), path)
    yield lambda: pq.write_table(
        rows.replace_schema_metadata({b"levmetrics.baseline": b"[]"}), path
    )
    yield lambda: pq.write_table(rows.drop_columns(["wer"]), path)
    yield lambda: changed("id", ["u1", "u1", "u2"])
    yield lambda: changed("id", ["u1", None, "u2"])
    yield lambda: changed("wer", [{"numerator": float("nan"), "denominator": 1.0}] * 3)
    yield lambda: changed("wer", [{"numerator": "x"}] * 3)
    yield lambda: path.unlink()
    yield lambda: path.mkdir()


def test_a_file_that_is_damaged_or_no_baseline_is_refused_in_a_sentence(file):
    for change in hostile(file):
        change()
        with pytest.raises(InputError, match=r"baseline\.parquet"):
            Baseline.read(file)


def test_no_byte_that_is_changed_gives_other_numbers(file):
    content, written = file.read_bytes(), Baseline.read(file)
    for place in range(0, len(content), 3):
        file.write_bytes(content[:place] + bytes([content[place] ^ 0x41]) + content[place + 1 :])
        try:
            read = Baseline.read(file)
        except InputError:
            continue
        assert read.rows.equals(written.rows)
        assert read.metrics == written.metrics
