"""Wordings are normalized as a whole: against all wordings, each normalized by itself."""

import random

import pytest
from rapidfuzz.distance import Levenshtein

from levmetrics import InputError, error_counts, get_tokenizer, score
from levmetrics.alternatives.glm import read_glm
from levmetrics.normalizers import NORMALIZERS, get_normalizer
from tests.alternatives.test_paths import (
    number_of_paths,
    texts_with_optional_words,
    with_optional_words,
    written_with_optional_words,
)
from tests.packages import needs, needs_tokenizer

PACKAGES = ("text_to_num", "whisper_normalizer", "transformers", "num2words", "fugashi")
JAPANESE = [*"五ご人にん三百万一緒年橋はし", "良い", "よい", "。", "、"]
ENGLISH = ["two", "too", "hundred", "and", "one", "uh", "thirty", "second", "colour", "Dr."]
ENGLISH += ["don't", ",", "1,000", "[y", "y]"]
GERMAN = ["zwei", "und", "hundert", "ein", "10", "000", "Haus", "-"]
LETTERS = [
    *"AΣσ1½か゛カﾞ",
    "\u3099",
    "\u0301",
    "´",
    ".",
    "-",
    "'",
    "ﷺ",
    "\u0627",
    "\u0653",
    "क",
    "्",
    "त",
]


def random_parts(draw, words, most=3):
    """Return words, and lists of alternatives of one part or two, or of nothing."""

    def some():
        parts = [draw.choice(words) for _ in range(draw.choice([1, 1, 2]))]
        return (
            [*parts, [[draw.choice(words)], [draw.choice(words)]]] if draw.random() < 0.1 else parts
        )

    return [
        [some() for _ in range(2)] + [[]] * draw.randint(0, 1)
        if draw.random() < 0.5
        else draw.choice(words)
        for _ in range(draw.randint(1, most))
    ]


def written_without_spaces(parts):
    return "".join(
        part
        if isinstance(part, str)
        else f"[{'|'.join(written_without_spaces(each) or '@' for each in part)}]"
        for part in parts
    )


def check(parts, words, draw, syntax, tokenizer, normalizer):
    """Hold the scores of random references against those of all their wordings."""
    join = "" if syntax == "brackets" else " "
    write = written_with_optional_words if syntax == "braces" else written_without_spaces
    all_wordings = [sorted(texts_with_optional_words(each)) for each in parts]
    preds = [
        join.join([*draw.choice(each)[0], *draw.choices(words, k=draw.choice([0, 0, 1]))])
        for each in all_wordings
    ]
    counts = error_counts(
        preds, [*map(write, parts)], alternatives=syntax, tokenizer=tokenizer, normalizer=normalizer
    )
    chain, split = get_normalizer(normalizer), get_tokenizer(tokenizer)

    def tokens(words):
        return split(chain(join.join(words)))

    for i, (pred, each) in enumerate(zip(preds, all_wordings, strict=True)):
        heard = split(chain(pred))
        costs = [
            (
                Levenshtein.distance(tokens(own), heard),
                -max(len(tokens(own)), len(tokens(whole))),
            )
            for own, whole in each
        ]
        found = counts.errors[i], -counts.reference_length[i]
        assert found == min(costs), (write(parts[i]), pred)


def case(normalizer, words, syntax, tokenizer, *packages):
    marks = [needs(*packages)]
    if tokenizer == "mecab":
        marks.append(needs_tokenizer("mecab"))
    names = normalizer if isinstance(normalizer, str) else "+".join(normalizer)
    return pytest.param(
        normalizer, words, syntax, tokenizer, marks=marks, id=f"{names}-{syntax}-{tokenizer}"
    )


@pytest.mark.parametrize(
    ("normalizer", "words", "syntax", "tokenizer"),
    [
        case("numbers:ja", JAPANESE, "brackets", "char"),
        case("numbers:ja", JAPANESE, "brackets", "mecab"),
        case("numbers:zh", JAPANESE, "brackets", "char"),
        case("kana", JAPANESE, "brackets", "char", "fugashi", "unidic_lite"),
        case("kana", JAPANESE, "brackets", "mecab", "fugashi", "unidic_lite"),
        case("marks", JAPANESE, "brackets", "char"),
        case(["remove_punctuation", "numbers:ja"], JAPANESE, "brackets", "grapheme"),
        case("numbers:en", ENGLISH, "braces", "whitespace", "text_to_num"),
        case("numbers:en", ENGLISH, "braces", "char", "text_to_num"),
        case(["lower", "numbers:en"], ENGLISH, "braces", "whitespace", "text_to_num"),
        case("numbers:de", GERMAN, "braces", "whitespace", "text_to_num"),
        case("openasr:english", ENGLISH, "braces", "whitespace", "whisper_normalizer"),
        case("openasr:multilingual:de", GERMAN, "braces", "whitespace", "num2words"),
        case("whisper:basic", ENGLISH, "braces", "char", "transformers"),
        case("whisper:english", ENGLISH, "braces", "whitespace", "transformers"),
        case("remove_punctuation", ENGLISH, "braces", "char"),
        case("delete_punctuation", ENGLISH, "braces", "char"),
        case("nfkc", LETTERS, "braces", "char"),
    ],
)
def test_errors_and_length_are_those_of_all_wordings_normalized_one_by_one(
    normalizer, words, syntax, tokenizer
):
    draw = random.Random(0)
    parts = [random_parts(draw, words) for _ in range(300)]
    if syntax == "braces":
        parts = [with_optional_words(draw, random_parts(draw, words)) for _ in range(300)]
        parts = [each for each in parts if number_of_paths(each) <= 100]
    check(parts, words, draw, syntax, tokenizer, normalizer)


@pytest.mark.parametrize("hyp", ["五人", "5人", "ご人"])
@pytest.mark.parametrize("config", ["cer", pytest.param("ja", marks=needs_tokenizer("mecab"))])
def test_a_number_of_which_a_part_has_alternatives_is_one_number(hyp, config):
    run = score([hyp], ["[五|ご]人"], config, alternatives="brackets", normalizer="numbers:ja")
    assert run.result()["cer" if config == "cer" else "wer"] == 0


@needs("text_to_num")
def test_equivalences_are_found_in_each_wording_and_left_out_words_still_count():
    counts = error_counts(
        ["going to 200", "uh gonna 200", "gonna 2"],
        ["(uh) gonna { two hundred / too }"] * 3,
        alternatives="braces",
        equivalences={"gonna": "going to"},
        normalizer="numbers:en",
    )
    assert counts.errors.tolist() == [0, 0, 1]
    assert counts.reference_length.tolist() == [4, 3, 3]


@needs("text_to_num", "kaldialign")
def test_beside_compounds_too():
    counts = error_counts(
        ["high school 200"],
        ["(uh) highschool { two / too } hundred"],
        alternatives="braces",
        compounds="merge",
        normalizer="numbers:en",
    )
    assert counts.errors.tolist() == [0]


@needs("text_to_num")
def test_beside_the_rules_of_a_glm_file_on_both_sides(tmp_path):
    path = tmp_path / "rules.glm"
    path.write_text("[WON] => [{ WON / ONE }] / [ ] __ [ ]\n")
    counts = error_counts(
        ["twenty won", "21", "twenty"],
        ["21", "(uh) twenty won", "twenty won"],
        equivalences=read_glm(path),
        normalizer="numbers:en",
    )
    assert counts.errors.tolist() == [0, 0, 1]
    assert counts.reference_length.tolist() == [1, 2, 2]


def test_too_many_wordings_for_a_normalizer_that_may_look_at_all_words_are_refused():
    many = " ".join(["(uh)"] * 10)
    message = (
        r"^references\[1\] stands for more than 1,000 wordings, which are normalized one by one by "
        ".*; give it fewer alternatives, or cut it into several samples$"
    )
    with pytest.raises(InputError, match=message):
        error_counts(["", ""], ["a", many], alternatives="braces", normalizer=lambda text: text)
    counts = error_counts(["", ""], ["a", many], alternatives="braces", normalizer="lower")
    assert counts.errors.tolist() == [1, 0]


@pytest.mark.parametrize(
    ("target", "normalizers"),
    [
        ("so { yes / @ } they go " * 10, [*NORMALIZERS]),
        ("[良い|よい]天気" * 10, ["lower", "nfkc", "marks", "numbers:ja", "openasr:multilingual"]),
    ],
)
@needs(*PACKAGES)
def test_where_no_word_has_a_say_in_others_there_may_be_more_wordings(target, normalizers):
    alternatives = "brackets" if "[" in target else "braces"
    for name in normalizers:
        counts = error_counts(
            "", target, alternatives=alternatives, tokenizer="char", normalizer=name
        )
        assert counts.errors.tolist() == counts.reference_length.tolist()
