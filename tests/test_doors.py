"""Every door gives the same samples the same number, or the same refusal."""

import importlib
import json
import re

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import levmetrics as lm
from levmetrics.core.aliases import qualified
from levmetrics.core.names import metric_name
from levmetrics.sums.error_counts import token_error_rate
from tests import oracles
from tests.packages import is_installed
from tests.shell import shell

METRICS = ("wer", "cer", "anls", "docvqa")
CLASSES = {
    "wer": lambda: lm.ErrorRates(),
    "cer": lambda: lm.ErrorRates(tokenizer="char"),
    "anls": lambda: lm.ANLS(),
    "docvqa": lambda: lm.ANLS("docvqa"),
}


def python(metric, predictions, references):
    return lm.score(predictions, references, metric).score


def compared(metric, predictions, references):
    systems = {"one": predictions, "other": predictions}
    found = lm.compare(systems, references, metric, n_resamples=10)
    return found["systems"]["one"][found["score"]]


def evaluated(metric, predictions, references):
    module = lm.load(metric)
    result = module.compute(predictions=predictions, references=references)
    return next(iter(result.values()))


def torch_class(metric, predictions, references):
    state = CLASSES[metric]()
    state.update(predictions, references)
    found = state.compute()
    return float(next(iter(found.values())) if isinstance(found, dict) else found)


def table_of(predictions, references):
    return pa.table({"prediction": predictions, "reference": references})


def in_table(metric, predictions, references):
    rows = lm.score_table(
        table_of(predictions, references), metric, prediction="prediction", reference="reference"
    )
    if metric in ("anls", "docvqa"):
        return sum(rows["anls"].to_pylist()) / len(predictions)
    counts = {name: sum(rows[name].to_pylist()) for name in ("substitutions", "deletions", "hits")}
    errors = counts["substitutions"] + counts["deletions"] + sum(rows["insertions"].to_pylist())
    return float(token_error_rate(errors, sum(counts.values())))


def in_shell(path, metric):
    found = shell("score", metric, "--file", path, "--json")
    if found.exit_code == 2:
        raise ValueError(found.stderr.strip().splitlines()[-1].removeprefix("Error: "))
    assert not found.exit_code, found.output
    return next(iter(json.loads(found.stdout).values()))


def of_parquet(metric, predictions, references, tmp_path):
    path = tmp_path / "samples.parquet"
    pq.write_table(table_of(predictions, references), path)
    return in_shell(path, metric)


def of_json(metric, predictions, references, tmp_path):
    path = tmp_path / "samples.jsonl"
    rows = zip(predictions, references, strict=True)
    lines = [json.dumps({"prediction": pred, "reference": reference}) for pred, reference in rows]
    path.write_text("\n".join(lines) + "\n")
    return in_shell(path, metric)


def on_page(metric, predictions, references):
    endpoints = importlib.import_module("levmetrics.web.endpoints")
    name, config = qualified(metric_name(metric))
    texts = (
        "\n".join(predictions),
        "\n".join(
            reference if isinstance(reference, str) else " ||| ".join(reference)
            for reference in references
        ),
    )
    result = (endpoints.wer if name == "wer_lev" else endpoints.anls)(
        *texts, config, format="lines"
    )
    return next(iter(result.values()))


DOORS = {
    "Python": python,
    "compare": compared,
    "evaluate": evaluated,
    "torchmetrics": torch_class,
    "table": in_table,
    "parquet in a shell": of_parquet,
    "JSON in a shell": of_json,
    "page": on_page,
}
NEEDS = {"evaluate": "evaluate", "torchmetrics": "torch", "page": "gradio"}

# What tools get wrong, or may read in two ways.
SAMPLES = {
    "words": (["is there", "hello"], ["who is there", "hello"]),
    "spaces of all kinds": (["a\u00a0b\u3000c  d\t e", " "], ["a b c d e", "f"]),
    "Japanese": (["今日はいい天気です", "東京　都"], ["今日は良い天気です", "東京都"]),
    "an empty prediction": (["", "a"], ["b c", "a"]),
    "an empty reference": (["a b", "a"], ["", "a"]),
    "nothing but empty": (["", ""], ["", ""]),
    "composed and decomposed": (["é", "がぎ"], ["e\u0301", "か\u3099ぎ"]),
    "numbers as texts": (["12.50", "007", "nan"], ["12.5", "7", "NaN"]),
    "texts that look like JSON": (['{"a": 1}', "[1]", "null"], ['{"a": 2}', "[1]", "none"]),
    "texts that look like a heading": (["prediction", "a"], ["reference", "b"]),
    "quotes and separators": (['say "a", b;c|d', "'- hello"], ['say "a" b; c|d', "- hello"]),
    "braces": (["i am { here }", "[x]"], ["i am here", "[x|y]"]),
    "other planes": (["\U0001f600 \U00020bb7野家", "x"], ["\U0001f601 吉野家", "x"]),
    "several references": (["CocaCola", "b"], [["Pepsi", "Coca Cola"], ["b", "c"]]),
}
REFUSED = {
    "a null": ("predictions", None),
    "a null reference": ("references", None),
    "a boolean": ("predictions", True),
    "an object": ("predictions", {"text": "b"}),
    "a lone surrogate": ("predictions", "\ud800"),
    "a lone surrogate in a reference": ("references", "a\udfff"),
}


def called(door, metric, predictions, references, tmp_path):
    if door in NEEDS and not is_installed(NEEDS[door]):
        pytest.skip(f"needs {NEEDS[door]}")
    files = (tmp_path,) if "shell" in door else ()
    return DOORS[door](metric, predictions, references, *files)


def similarity(pred, reference):
    """Return 1 - distance / longer length."""
    longer = max(len(pred), len(reference))
    return 1 - oracles.edit_distance(pred, reference) / longer if longer else 1.0


def errors(split, pred, references):
    """Return the errors and tokens of the reference with the lowest error rate."""
    counts = [
        (oracles.edit_distance(split(pred), split(one)), len(split(one))) for one in references
    ]
    return min(counts, key=lambda found: found[0] / max(found[1], 1))


def textbook(metric, predictions, references):
    """Return the score by dynamic programming alone."""
    given = [[one] if isinstance(one, str) else one for one in references]
    pairs = [*zip(predictions, given, strict=True)]
    if metric == "anls":
        return sum(max(similarity(pred, one) for one in many) for pred, many in pairs) / len(pairs)
    if metric == "docvqa":
        return sum(oracles.competition_score(*pair, 0.5) for pair in pairs) / len(pairs)
    split = str.split if metric == "wer" else list
    counted = [errors(split, *pair) for pair in pairs]
    return sum(wrong for wrong, _ in counted) / max(sum(size for _, size in counted), 1)


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("metric", METRICS)
def test_every_door_gives_the_number_of_the_textbook(door, metric, tmp_path):
    found = {name: called(door, metric, *sides, tmp_path) for name, sides in SAMPLES.items()}
    expected = {name: textbook(metric, *sides) for name, sides in SAMPLES.items()}
    assert found == pytest.approx(expected, abs=1e-6)


# What a message calls the second prediction; of booleans the first one is refused.
PLACES = {
    "Python": "predictions[1]",
    "compare": "systems['one'][1]",
    "evaluate": "predictions[1]",
    "torchmetrics": "preds[1]",
    "table": "prediction[1]",
    "parquet in a shell": "samples.parquet, prediction, row 2",
    "JSON in a shell": "samples.jsonl, prediction, row 2",
}


@pytest.mark.parametrize("door", PLACES)
@pytest.mark.parametrize("samples", REFUSED)
def test_every_door_refuses_the_same_and_names_the_place(door, samples, tmp_path):
    side, bad = REFUSED[samples]
    if door in ("table", "parquet in a shell") and bad is not None:
        pytest.skip("a column of Arrow holds texts alone")
    columns = {"predictions": ["a", "b"], "references": ["a", "b"], side: ["a", bad]}
    place = PLACES[door]
    if side == "references":
        place = place.replace("preds", "target").replace("systems['one']", "references")
        place = place.replace("prediction", "reference")
    with pytest.raises((ValueError, TypeError), match=f"^{re.escape(place)} (is|has) "):
        called(door, "wer", *columns.values(), tmp_path)


def test_a_number_in_a_file_is_the_text_that_stands_there(tmp_path):
    assert of_json("wer", ["12.50", 5], ["12.50", "5"], tmp_path) == 0


def test_manifests_of_two_machines_are_matched_alike_in_a_shell_and_on_the_page(tmp_path):
    rows = {"right": ("text", ["a b", "c d"]), "guessed": ("pred_text", ["c e", "a b"])}
    paths = {}
    for name, (column, texts) in rows.items():
        clips = ["2.wav", "1.wav"] if name == "guessed" else ["1.wav", "2.wav"]
        lines = [
            json.dumps({"audio_filepath": f"/{name}/{clip}", column: text})
            for clip, text in zip(clips, texts, strict=True)
        ]
        paths[f"{name}.jsonl"] = tmp_path / f"{name}.jsonl"
        paths[f"{name}.jsonl"].write_text("\n".join(lines) + "\n")
    done = shell("wer", *paths.values(), "--json")
    assert json.loads(done.stdout)["wer"] == 1 / 4
    assert "rows are matched by the file names of guessed.jsonl, right.jsonl" in done.stderr

    if not is_installed("gradio"):
        pytest.skip("needs gradio")
    reading = importlib.import_module("levmetrics.web.reading.samples")
    read_as = importlib.import_module("levmetrics.web.reading.read_as")
    right, guessed = (
        read_as.FileColumn(f"{name}.jsonl", column) for name, (column, _) in rows.items()
    )
    files = {name: read_as.UploadedFile(str(path)) for name, path in paths.items()}
    found = reading.read_samples(right, {"guessed": guessed}, None, files)
    assert lm.wer(found.predictions["guessed"], found.references) == 1 / 4
