"""Every command of docs/leaderboards.md gives the number of the tool that its row names."""

import json
import re
import unicodedata

import jiwer
import kaldialign
import pytest
import regex
from rapidfuzz.distance import Levenshtein
from transformers.models.whisper.english_normalizer import EnglishTextNormalizer

import anls
from levmetrics.normalizers.openasr import spellings
from tests.documentation import ROOT
from tests.leaderboards import open_asr
from tests.shell import shell

REF = ["Coca Cola", "the high school is  open", "um naïve café", "is it 50", "a b c d"]
HYP = ["coca cola", "the highschool is open", "um naive cafe\u0301", "is it fifty", "b c d e"]
PAGE = (ROOT / "docs/leaderboards.md").read_text(encoding="utf-8")
COMMANDS = sorted({*re.findall(r"`(levmetrics [^`]*\bREF\b[^`]*)`", PAGE)})


def kaldi(**options):
    counts = [
        kaldialign.edit_distance(ref.split(), hyp.split(), **options)
        for ref, hyp in zip(REF, HYP, strict=True)
    ]
    return sum(c["total"] for c in counts) / sum(c["ref_len"] for c in counts)


def whisper():
    normalize = EnglishTextNormalizer(spellings())
    return jiwer.wer([*map(normalize, REF)], [*map(normalize, HYP)])


def clusters():
    """dinglehopper's rate: its table of look-alikes has no character of these texts but for NFC."""
    sides = [
        [regex.findall(r"\X", unicodedata.normalize("NFC", text)) for text in side]
        for side in (REF, HYP)
    ]
    errors = sum(Levenshtein.distance(*pair) for pair in zip(*sides, strict=True))
    return errors / sum(map(len, sides[0]))


def docvqa():
    """The competition's script: distances of lower-cased texts, over the longer of the raw ones."""
    scores = []
    for ref, hyp in zip(REF, HYP, strict=True):
        low = [" ".join(text.strip().lower().split()) for text in (ref, hyp)]
        longer = max(len(ref.upper()), len(hyp.upper()))
        similarity = 1 - Levenshtein.distance(*low) / longer
        scores.append(similarity if similarity >= 0.5 else 0)
    return sum(scores) / len(scores)


def stvqa():
    scores = [anls.anls_score(hyp, [ref]) for ref, hyp in zip(REF, HYP, strict=True)]
    return sum(scores) / len(scores)


NUMBERS = {
    "levmetrics score openasr -r REF -p HYP": lambda: open_asr.score(HYP, REF, "en")["err_rate"],
    "levmetrics score openasr:de -r REF -p HYP": lambda: open_asr.score(HYP, REF, "de")["err_rate"],
    "levmetrics wer REF HYP --normalizer whisper:english": whisper,
    "levmetrics wer REF.trn HYP.trn --costs nist": lambda: jiwer.wer(REF, HYP),  # as it happens
    "levmetrics wer REF HYP --costs kaldi": kaldi,
    "levmetrics wer REF HYP --compounds merge": lambda: kaldi(merge_compounds=True),
    "levmetrics wer REF HYP": lambda: jiwer.wer(REF, HYP),
    "levmetrics cer REF HYP --tokenizer grapheme --normalizer dinglehopper": clusters,
    "levmetrics score anls:docvqa -r REF -p HYP": docvqa,
    "levmetrics score anls:stvqa -r REF -p HYP": stvqa,
}


def test_every_command_of_the_page_is_known_here():
    assert sorted(NUMBERS) == COMMANDS


@pytest.mark.parametrize("command", NUMBERS)
def test_a_command_gives_the_number_that_the_page_promises(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, texts in (("REF", REF), ("HYP", HYP)):
        (tmp_path / name).write_text("\n".join(texts) + "\n", "utf-8")
        lines = [f"{text} (s_{i})" for i, text in enumerate(texts)]
        (tmp_path / f"{name}.trn").write_text("\n".join(lines) + "\n", "utf-8")
    done = shell(*command.split()[1:], "--json")
    assert done.exit_code == 0, done.output
    score = next(iter(json.loads(done.stdout).values()))
    assert score == pytest.approx(NUMBERS[command](), abs=1e-12)
