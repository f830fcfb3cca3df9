"""The numbers of dinglehopper 0.11 on PAGE, ALTO and text, and the differences, by name."""

import json
import os
import random
import subprocess

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import levmetrics as lm
from levmetrics.normalizers import get_normalizer
from tests.formats.page_documents import ALTO_VERSIONS, PAGE_VERSIONS, alto, page_xml
from tests.thoroughness import times

DINGLEHOPPER = os.environ.get("LEVMETRICS_DINGLEHOPPER", "")  # the path of its Python
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not DINGLEHOPPER, reason="needs LEVMETRICS_DINGLEHOPPER, a Python that has dinglehopper"
    ),
]

# Of ocrd, a large package, it needs the logger alone.
SCRIPT = """
import json, logging, sys, types
sys.modules["ocrd_utils"] = types.SimpleNamespace(getLogger=logging.getLogger)
logging.disable()
from dinglehopper import ocr_files
from dinglehopper.character_error_rate import character_error_rate_n
from dinglehopper.word_error_rate import word_error_rate_n, words_normalized
found = []
for paths, level in json.load(sys.stdin):
    sides = [
        ocr_files.extract(path, textequiv_level=level, plain_encoding="utf-8") for path in paths
    ]
    found.append({
        "texts": [side.text for side in sides],
        "clusters": [side.grapheme_clusters for side in sides],
        "words": [[*words_normalized(side)] for side in sides],
        "cer": character_error_rate_n(*sides),
        "wer": word_error_rate_n(*sides),
    })
json.dump(found, sys.stdout)
"""

LETTERS = {
    "latin": "abcdefgh äöüß,.-",
    "fraktur": "aͤoͤuͤſßﬁﬀ⸗-—’ꝛ \ueba7\ue8bf ſſſt==",
    "arabic": "ابتثجحخد ،.",
    "japanese": "今日は良い天気です。ーがぱ\u3099 ",
    "hangul": "오늘은날씨가좋습니다 \u1100\u1161",
    # In syllables: where a virama follows no consonant, the two libraries' clusters differ.
    "indic": ["न", "म", "स्ते", "दु", "नि", "या", "क्षि", "।", " "],
    "marks": "e\u0301a\u0323\u0307 \u200d\u200c👩👍🏽",
}


def compared(tmp_path, pairs, level="region"):
    """What dinglehopper has of pairs of documents, and our texts of them."""
    jobs, texts = [], []
    for number, pair in enumerate(pairs):
        paths = []
        for side, document in zip(("gt", "ocr"), pair, strict=True):
            suffix = "xml" if document.startswith("<?xml") else "txt"
            path = tmp_path / f"{number}_{side}.{suffix}"
            path.write_text(document, encoding="utf-8")
            paths.append(str(path))
        jobs.append((paths, level))
        read = [[*lm.read_pages(path, text_from=level).values()] for path in paths]
        texts.append([page.text for (page,) in read])
    done = subprocess.run(
        [DINGLEHOPPER, "-c", SCRIPT], input=json.dumps(jobs), capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout), texts


def random_line(rng, letters):
    return [*rng.choices(letters, k=rng.randint(1, 30)), "x"]


def changed(rng, line, letters):
    return [rng.choice(letters) if rng.random() < 0.1 else letter for letter in line]


def text(line):
    return " ".join("".join(line).split()) or "y"


def random_regions(rng, letters):
    return [
        [random_line(rng, letters) for _ in range(rng.randint(1, 4))]
        for _ in range(rng.randint(1, 4))
    ]


@pytest.mark.parametrize("script", LETTERS)
def test_texts_and_counts_of_random_pages_are_the_same(tmp_path, script):
    """A fault in one page of a hundred is found with 98 % in 420 pages of all scripts."""
    rng = random.Random(script)
    letters = LETTERS[script]
    documents = [
        *(lambda regions, v=version: page_xml(regions, v) for version in PAGE_VERSIONS),
        *(lambda regions, v=version: alto(regions, v) for version in ALTO_VERSIONS),
        lambda regions: "\n".join(line for lines in regions for line in lines),
    ]
    pairs = []
    for _ in range(times(60, of=300)):
        regions = random_regions(rng, letters)
        ocr = [[text(changed(rng, line, letters)) for line in lines] for lines in regions]
        gt = [[text(line) for line in lines] for lines in regions]
        pairs.append((rng.choice(documents)(gt), rng.choice(documents)(ocr)))
    found, texts = compared(tmp_path, pairs, rng.choice(["region", "line"]))
    normalize = get_normalizer("dinglehopper")
    for theirs, (target, pred) in zip(found, texts, strict=True):
        assert [normalize(target), normalize(pred)] == theirs["texts"]
        clusters, words = theirs["clusters"], theirs["words"]
        # Of the same tokens, the counts are the same.
        for tokens, (rate, length) in ((clusters, theirs["cer"]), (words, theirs["wer"])):
            counts = lm.error_counts([tokens[1]], [tokens[0]])
            if length:
                assert (counts.wer, counts.reference_length[0]) == (rate, length)
        run = lm.score([pred], [target], "cer", tokenizer="grapheme", normalizer="dinglehopper")
        assert [run.score, run["reference_length"]] == theirs["cer"]


WORDS = st.text(
    st.characters(exclude_categories=["Cc", "Cs", "Cn", "Zs", "Zl", "Zp"]), min_size=1, max_size=5
)
REGIONS = st.lists(
    st.lists(st.lists(WORDS, min_size=1, max_size=3).map(" ".join), min_size=1, max_size=3),
    min_size=1,
    max_size=3,
)
DOCUMENTS = st.one_of(
    st.builds(page_xml, REGIONS, st.sampled_from(PAGE_VERSIONS)),
    st.builds(alto, REGIONS, st.sampled_from(ALTO_VERSIONS)),
)


@settings(max_examples=15, deadline=None)
@given(st.lists(st.tuples(DOCUMENTS, DOCUMENTS), min_size=10, max_size=30))
def test_texts_and_counts_of_all_of_unicode_are_the_same(tmp_path_factory, pairs):
    found, texts = compared(tmp_path_factory.mktemp("pages"), pairs)
    normalize = get_normalizer("dinglehopper")
    for theirs, (target, pred) in zip(found, texts, strict=True):
        assert [normalize(target), normalize(pred)] == theirs["texts"]
        for kind, rate in (("clusters", "cer"), ("words", "wer")):
            counts = lm.error_counts([theirs[kind][1]], [theirs[kind][0]])
            rate, length = theirs[rate]
            assert counts.reference_length[0] == length
            assert not length or counts.wer == rate


class TestDifferences:
    """Each is named in docs/pages.md."""

    def texts(self, tmp_path, document, level="region"):
        (theirs,), ((ours, _),) = compared(tmp_path, [(document, document)], level)
        return theirs["texts"][0], ours

    def test_it_drops_regions_that_the_reading_order_leaves_out(self, tmp_path):
        document = page_xml([["one"], ["two"]], order=[1])
        assert self.texts(tmp_path, document) == ("two", "two\none")

    def test_it_drops_the_cells_of_a_table_that_is_named_as_a_whole(self, tmp_path):
        cell = '<TextRegion id="c"><TextEquiv><Unicode>c</Unicode></TextEquiv></TextRegion>'
        document = page_xml([["one"]], order=[0]).replace(
            "</Page>", f'<TableRegion id="t">{cell}</TableRegion></Page>'
        )
        document = document.replace(
            "</OrderedGroup>", '<RegionRefIndexed index="5" regionRef="t"/></OrderedGroup>'
        )
        assert self.texts(tmp_path, document) == ("one", "one\nc")

    def test_it_ignores_the_reading_order_of_alto(self, tmp_path):
        document = alto([["one"], ["two"]], order=[1, 0])
        assert self.texts(tmp_path, document) == ("one\ntwo", "two\none")

    def test_it_ignores_hyphens_of_alto_and_keeps_the_parts(self, tmp_path):
        document = alto([["Haus", "tür"]]).replace(
            '<String CONTENT="Haus"/>',
            '<String CONTENT="Haus" SUBS_TYPE="HypPart1" SUBS_CONTENT="Haustür"/>'
            '<HYP CONTENT="-"/>',
        )
        document = document.replace(
            '<String CONTENT="tür"/>',
            '<String CONTENT="tür" SUBS_TYPE="HypPart2" SUBS_CONTENT="Haustür"/>',
        )
        assert self.texts(tmp_path, document) == ("Haus\ntür", "Haustür")

    def test_it_counts_lines_without_a_text(self, tmp_path):
        document = page_xml([["one", "", "two"]], levels=("line",))
        assert self.texts(tmp_path, document, "line") == ("one\n\ntwo", "one\ntwo")

    def test_an_empty_reference_is_infinite_there_and_a_number_here(self, tmp_path):
        empty, filled = page_xml([["a"]], levels=()), page_xml([["ab"]])
        (theirs,), ((target, pred),) = compared(tmp_path, [(empty, filled)])
        assert theirs["cer"] == [float("inf"), 0]
        assert lm.cer([pred], [target]) == 2.0
