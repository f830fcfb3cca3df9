"""What holds of every built-in tokenizer."""

import multiprocessing
import pickle
import sys
from concurrent.futures import ThreadPoolExecutor

import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import levmetrics.tokenizers
from levmetrics import InputError, error_counts, get_tokenizer
from levmetrics.formats.examples import example_path
from levmetrics.inputs.columns import prediction_column
from levmetrics.tokenizers import TOKENIZERS, chinese, icu, is_installed, japanese, korean
from levmetrics.tokenizers import tokenizer as base
from tests.code_points import CODE_POINTS
from tests.corpora import read_pairs
from tests.packages import every_tokenizer as cases
from tests.packages import needs_tokenizer
from tests.tokenizers.columns import column_tokens
from tests.tokenizers.names import OF_FOLDER, every_tokenizer

KEEP_WHITE_SPACE = ("char", "grapheme")
# Texts whose parts are of every kind that has troubled a tokenizer, and anything else.
TRICKY = [
    *(
        "今日は",
        "ｱﾊﾟｰﾄ",
        "か\u3099",
        "한국어를",
        "\u1112\u1161\u11ab",
        "我喜欢",
        "שלום",
        "مرحبا",
        "नमस्ते",
    ),
    *(
        "👩\u200d👩\u200d👧",
        "🇯🇵",
        "สวัสดี",
        "မာ",
        "ភ្នំ",
        "e\u0301",
        "\ue000",
        "\U0010ffff",
        "\u3000",
        "\u00a0",
        "\u2028",
        "\x85",
    ),
    *(
        "\x1c",
        "\r\n",
        "\0",
        "㍿",
        "ﷺ",
        "\ufeff",
        "\u200b",
        "\u202e",
        "don't",
        "3.14",
        "。",
        "ー",
        " ",
    ),
    *("葛\U000e0100", "\u0600", "\u0345"),
]
unicode_texts = st.one_of(
    st.text(),
    st.lists(st.one_of(st.sampled_from(TRICKY), st.characters(exclude_categories=["Cs"]))).map(
        "".join
    ),
)


def assert_nothing_lost(name, text):
    tokens = get_tokenizer(name)(text)
    assert all(tokens)
    if name in KEEP_WHITE_SPACE:
        assert "".join(tokens) == text
    else:
        assert "".join(tokens) == "".join(text.split())
        assert not any(character.isspace() for token in tokens for character in token)


@every_tokenizer
@settings(max_examples=300, suppress_health_check=[HealthCheck.too_slow])
@given(text=unicode_texts)
def test_the_law_tokens_joined_are_the_text_without_white_space(name, text):
    assert_nothing_lost(name, text)


@every_tokenizer
def test_the_law_holds_on_real_japanese_and_on_what_ocr_made_of_it(name):
    for column in read_pairs(example_path("ocr_ja.tsv")):
        for text in column.texts.to_pylist():
            assert_nothing_lost(name, text)


@pytest.mark.slow
@every_tokenizer
def test_the_law_holds_beside_every_code_point(name):
    # In texts of some dozens of them; one text for each takes hours with the slower tokenizers.
    for start in range(0, len(CODE_POINTS), 64):
        assert_nothing_lost(name, "あ".join(CODE_POINTS[start : start + 64]))


@every_tokenizer
@pytest.mark.parametrize("text", ["あ" * 5000, "한국어 " * 3000, "㍿ﷺ" * 2000, "word " * 20_000])
def test_the_law_holds_for_long_texts(name, text):
    assert_nothing_lost(name, text)


@every_tokenizer
@settings(max_examples=50, suppress_health_check=[HealthCheck.too_slow])
@given(texts=st.lists(unicode_texts))
def test_a_column_is_split_as_its_texts_are_one_by_one(name, texts):
    assert column_tokens(name, texts) == [get_tokenizer(name)(text) for text in texts]


@every_tokenizer
def test_tokenize_is_the_call_under_another_name(name):
    tokenizer = get_tokenizer(name)
    assert tokenizer.tokenize("東京 駅") == tokenizer("東京 駅")


@pytest.mark.parametrize("name", cases(["mecab", "sudachi:A", "jieba"]))
def test_several_processes_give_what_one_gives(monkeypatch, name):
    processes = pytest.importorskip("levmetrics.system.processes")
    texts = read_pairs(example_path("ocr_ja.tsv"))[1].texts.to_pylist()
    alone = column_tokens(name, texts)
    spread, numbers = processes.on_processes, []

    def recording(work, parts):
        numbers.append(len(parts))
        return spread(work, parts)

    monkeypatch.setattr(processes, "on_processes", recording)
    monkeypatch.setattr(pa, "cpu_count", lambda: 2)
    monkeypatch.setattr(base, "_PARALLEL_CHARACTERS", 1)
    monkeypatch.setattr(base, "_CHARACTERS_PER_TASK", 200)
    assert column_tokens(name, texts) == alone
    assert min(numbers) > 1
    assert len(numbers) == 1


@every_tokenizer
@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    columns=st.lists(
        st.lists(st.sampled_from(["今日は", "いい 天気", "", "é　"]), max_size=8),
        min_size=1,
        max_size=4,
    )
)
def test_columns_together_are_split_as_each_by_itself(name, columns):
    sides = list(map(prediction_column, columns))
    together = get_tokenizer(name).columns(*sides)
    alone = [get_tokenizer(name).column(side) for side in sides]
    assert len(together) == len(columns)
    assert [[*side.rows()] for side in together] == [[*side.rows()] for side in alone]


class Recording(base.WordTokenizer):
    """Characters as words, with a record of the texts that were read."""

    def __init__(self):
        self.read = []

    def spaced(self, text):
        self.read.append(text)
        return " ".join(text)


def test_a_text_of_several_columns_is_read_once():
    tokenizer = Recording()
    texts = [["ab", "cd"], [], ["cd", "ab", "cd"], ["ef"]]
    columns = tokenizer.columns(*map(prediction_column, texts))
    assert tokenizer.read == ["ab", "cd", "ef"]
    rows = [["".join(tokens) for tokens in column.rows()] for column in columns]
    assert rows == texts


@pytest.mark.parametrize("name", ["whitespace", "char"])
def test_texts_that_the_kernel_splits_are_handed_on_without_a_copy(name):
    columns = [prediction_column(["a b"]), prediction_column(["c"])]
    for column, tokens in zip(columns, get_tokenizer(name).columns(*columns), strict=True):
        assert tokens.values is column.texts


def test_a_text_that_is_there_several_times_is_read_once():
    tokenizer = Recording()
    counts = error_counts(["ab", "cd", "ab"], ["ab", "ce", "ad"], tokenizer=tokenizer)
    assert counts.wer == 2 / 6
    assert sorted(tokenizer.read) == ["ab", "ad", "cd", "ce"]


@every_tokenizer
def test_threads_may_share_a_tokenizer(name):
    tokenizer = get_tokenizer(name)
    texts = ["今日はいい天気です", "한국어를 공부했어요", "我喜欢 learning"] * 30
    alone = [tokenizer(text) for text in texts]
    with ThreadPoolExecutor(6) as pool:
        for found in pool.map(lambda _: [tokenizer(text) for text in texts], range(12)):
            assert found == alone


@every_tokenizer
def test_equal_tokenizers_are_equal_also_after_pickling(name):
    tokenizer = get_tokenizer(name)
    assert pickle.loads(pickle.dumps(tokenizer)) == tokenizer
    pytest.importorskip("torchmetrics")
    metric = levmetrics.WordErrorRate(tokenizer=tokenizer, normalizer=["nfkc", "lower"])
    metric.update("今日 は", "今日 も")
    copy = pickle.loads(pickle.dumps(metric))
    copy.merge_state(metric)
    assert copy.compute() == metric.compute()


@every_tokenizer
def test_tokenizers_pickle_and_say_which_they_are(name):
    tokenizer = get_tokenizer(name)
    copy = pickle.loads(pickle.dumps(tokenizer))
    assert copy("今日 は") == tokenizer("今日 は")
    assert repr(copy) == repr(tokenizer)
    kind = name.partition(":")[0]
    assert repr(tokenizer).startswith(kind)


def tokens_of(tokenizer, texts):
    return [tokenizer(text) for text in texts], column_tokens(tokenizer, texts)


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_tokenizers_survive_fork_and_spawn(method):
    names = [name for name, facts in TOKENIZERS.items() if is_installed(facts)]
    names += [OF_FOLDER] if "mecab:ipadic" in names else []
    tokenizers = {name: get_tokenizer(name) for name in names}
    texts = ["今日はいい天気です", "한국어를 공부했어요", "我喜欢 learning"] * 20
    expected = {name: tokens_of(tokenizer, texts) for name, tokenizer in tokenizers.items()}
    with multiprocessing.get_context(method).Pool(1) as pool:
        for name, tokenizer in tokenizers.items():
            found = pool.apply_async(tokens_of, (tokenizer, texts)).get(timeout=60)
            assert found == expected[name], name


@every_tokenizer
def test_rouge_score_takes_every_tokenizer_as_it_is(name):
    rouge_scorer = pytest.importorskip("rouge_score.rouge_scorer")
    scorer = rouge_scorer.RougeScorer(["rouge1", "rougeL"], tokenizer=get_tokenizer(name))
    for text in ("今日はいい天気です", "東京 へ 行く", "한국어", "rain"):
        assert scorer.score(text, text)["rouge1"].fmeasure == 1.0


# --- choosing one --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("mecub", "unknown tokenizer 'mecub'; did you mean 'mecab'? Known: char, grapheme,"),
        ("sudachi", "unknown tokenizer 'sudachi'; did you mean 'sudachi:"),
        ("sudachi:D", "unknown tokenizer 'sudachi:D'; did you mean 'sudachi:"),
        ("", "unknown tokenizer ''; Known: char"),
        pytest.param(
            "mecab:/no/such/folder",
            "the tokenizer 'mecab:/no/such/folder' finds no dictionary: '/no/such/folder' must be "
            "a folder with a compiled MeCab dictionary (sys.dic), or one of unidic-lite, ipadic",
            marks=needs_tokenizer("mecab"),
        ),
        (3, "tokenizer is of type int; it must be a name (char, "),
        (None, "tokenizer is of type NoneType; it must be a name (char, "),
    ],
)
def test_unknown_tokenizers_are_named_with_the_nearest(name, message):
    with pytest.raises(InputError) as caught:
        get_tokenizer(name)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("name", "module", "packages"),
    [
        ("mecab", "fugashi", "fugashi unidic-lite"),
        ("mecab", "unidic_lite", "fugashi unidic-lite"),
        ("mecab:ipadic", "ipadic", "fugashi ipadic"),
        pytest.param(OF_FOLDER, "fugashi", "fugashi", marks=needs_tokenizer("mecab:ipadic")),
        ("sudachi:C", "sudachipy", "sudachipy sudachidict_core"),
        ("sudachi:C", "sudachidict_core", "sudachipy sudachidict_core"),
        ("kiwi", "kiwipiepy", "kiwipiepy"),
        ("jieba", "jieba", "jieba"),
        ("icu", "icu4py", "icu4py"),
        ("mixed:icu", "icu4py", "icu4py"),
    ],
)
def test_a_missing_package_is_named_with_the_line_that_installs_it(
    monkeypatch, name, module, packages
):
    pytest.importorskip(module)
    monkeypatch.setitem(sys.modules, module, None)
    caches = (
        levmetrics.tokenizers._made,
        japanese._mecab_tagger,
        japanese._sudachi,
        japanese._sudachi_dictionary,
        korean._kiwi,
        chinese._jieba,
        icu._breaker,
    )
    for cache in caches:
        cache.cache_clear()
    with pytest.raises(ImportError) as caught:
        get_tokenizer(name)
    package = module.replace("_", "-")
    assert str(caught.value) == (
        f"the tokenizer '{name}' needs the package {package}: pip install {packages}"
    )


@needs_tokenizer("mecab")
def test_a_tokenizer_is_returned_as_it_is():
    assert get_tokenizer(get_tokenizer("mecab")) is get_tokenizer("mecab")


@needs_tokenizer("mecab")
def test_the_installed_fugashi_is_asked_for_the_named_dictionary_only():
    """A full UniDic, which fugashi would prefer, must not change the words."""
    info = get_tokenizer("mecab")._tagger.dictionary_info
    assert [dictionary["filename"].split("/")[-3:] for dictionary in info] == [
        ["unidic_lite", "dicdir", "sys.dic"]
    ]
