"""Japanese, Korean and Chinese words, by the dictionaries that are asked for."""

import os
import shutil
import subprocess
import sys

import pytest

from levmetrics import InputError, error_counts, get_tokenizer
from tests.packages import every_tokenizer, needs_tokenizer
from tests.tokenizers.names import IPADIC, UNIDIC_LITE

SENTENCE = "国家公務員は東京スカイツリーへ行った"


@needs_tokenizer("mecab")
def test_mecab_finds_japanese_words_and_keeps_what_is_not_japanese():
    mecab = get_tokenizer("mecab")
    assert mecab("今日はいい天気です") == ["今日", "は", "いい", "天気", "です"]
    assert mecab("GPU  版\u3000は\0速い") == ["GPU", "版", "は", "\0", "速い"]
    assert mecab("") == mecab(" \n") == []


WORDS = {
    "mecab": "国家 公務 員 は 東京 スカイ ツリー へ 行っ た",
    "mecab:ipadic": "国家 公務員 は 東京 スカイ ツリー へ 行っ た",
    "sudachi:A": "国家 公務 員 は 東京 スカイツリー へ 行っ た",
    "sudachi:B": "国家 公務員 は 東京 スカイツリー へ 行っ た",
    "sudachi:C": "国家公務員 は 東京スカイツリー へ 行っ た",
}


@pytest.mark.parametrize("name", every_tokenizer(WORDS))
def test_each_japanese_dictionary_has_words_of_its_own_length(name):
    assert " ".join(get_tokenizer(name)(SENTENCE)) == WORDS[name]


@pytest.fixture
def dictionary(tmp_path):
    folder = tmp_path / 'my "own" 辞書'
    shutil.copytree(UNIDIC_LITE, folder, copy_function=os.link)
    return folder


@needs_tokenizer("mecab")
def test_mecab_reads_a_dictionary_from_any_folder(dictionary):
    mecab = get_tokenizer(f"mecab:{dictionary}")
    assert mecab("今日はいい天気です") == ["今日", "は", "いい", "天気", "です"]
    assert repr(mecab).startswith("mecab[my__own__辞書-")


@needs_tokenizer("mecab")
@needs_tokenizer("mecab:ipadic")
def test_two_dictionaries_have_two_signatures():
    ipadic_folder, unidic_folder = (
        repr(get_tokenizer(f"mecab:{folder}")) for folder in (IPADIC, UNIDIC_LITE)
    )
    assert ipadic_folder.startswith("mecab[dicdir-")
    assert ipadic_folder != unidic_folder


@needs_tokenizer("mecab")
def test_a_dictionary_with_other_costs_has_another_signature(dictionary):
    before = repr(get_tokenizer(f"mecab:{dictionary}"))
    matrix = dictionary / "matrix.bin"
    content = bytearray(matrix.read_bytes())
    content[-1] ^= 1
    matrix.unlink()  # a hard link: the installed file must stay as it is
    matrix.write_bytes(content)
    assert repr(get_tokenizer(f"mecab:{dictionary}")) != before


@needs_tokenizer("mecab")
def test_a_broken_dictionary_is_named(tmp_path):
    (tmp_path / "sys.dic").write_bytes(b"no dictionary")
    with pytest.raises(InputError, match=r"the tokenizer 'mecab:.*' cannot read "):
        get_tokenizer(f"mecab:{tmp_path}")


@pytest.fixture
def user_dictionary(tmp_path):
    words, compiled = tmp_path / "words.csv", tmp_path / "words.dic"
    words.write_text(
        "東京スカイツリー,1288,1288,-20000,名詞,固有名詞,一般,*,*,*,東京スカイツリー,"
        "トウキョウスカイツリー,トウキョウスカイツリー\n",
        encoding="utf-8",
    )
    builder = shutil.which("fugashi-build-dict", path=os.path.dirname(sys.executable))
    subprocess.run(
        [builder, "-d", IPADIC, "-f", "utf8", "-t", "utf8", "-u", compiled, words],
        check=True,
        capture_output=True,
    )
    return compiled.rename(tmp_path / "my words.dic")  # a name that the builder cannot write


@needs_tokenizer("mecab:ipadic")
def test_a_tokenizer_keeps_its_words_and_its_signature(user_dictionary, tmp_path, monkeypatch):
    """Whatever becomes of the file afterwards, and wherever the process goes."""
    monkeypatch.chdir(tmp_path)
    mecab = get_tokenizer("mecab:ipadic", user_dictionary=user_dictionary.name)
    words, signature = mecab(SENTENCE), repr(mecab)
    monkeypatch.chdir("/")
    user_dictionary.rename(tmp_path / "elsewhere.dic")
    assert (mecab(SENTENCE), repr(mecab)) == (words, signature)
    with pytest.raises(InputError, match="is not a file"):
        get_tokenizer("mecab:ipadic", user_dictionary=user_dictionary)


@needs_tokenizer("mecab")
@needs_tokenizer("mecab:ipadic")
def test_a_user_dictionary_of_another_dictionary_or_with_a_comma_is_named(user_dictionary):
    with pytest.raises(InputError, match="built for this very dictionary"):
        get_tokenizer("mecab", user_dictionary=user_dictionary)
    comma = user_dictionary.rename(user_dictionary.with_name("a,b.dic"))
    with pytest.raises(InputError, match="has a comma in its path"):
        get_tokenizer("mecab:ipadic", user_dictionary=comma)


@needs_tokenizer("mecab:ipadic")
def test_mecab_finds_the_words_of_a_user_dictionary(user_dictionary):
    mecab = get_tokenizer("mecab:ipadic", user_dictionary=user_dictionary)
    assert " ".join(mecab(SENTENCE)) == "国家 公務員 は 東京スカイツリー へ 行っ た"
    assert ",my_words.dic-" in repr(mecab)
    assert "my_words" not in repr(get_tokenizer("mecab:ipadic"))
    pred = SENTENCE.replace("スカイツリー", "タワー")
    assert error_counts(pred, SENTENCE, tokenizer=mecab).wer == 2 / 7


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("mecab", "user_dictionary '/no/words.dic' is not a file; give the path of a dictionary"),
        ("sudachi:A", "user_dictionary is for the tokenizer 'mecab', not for 'sudachi:A'"),
        (str.split, "user_dictionary is for the tokenizer 'mecab', not for <method 'split'"),
    ],
)
def test_a_user_dictionary_that_cannot_be_used_is_named(name, message):
    with pytest.raises(InputError) as caught:
        get_tokenizer(name, user_dictionary="/no/words.dic")
    assert str(caught.value).startswith(message)


@needs_tokenizer("kiwi")
def test_kiwi_cuts_korean_into_morphemes_without_changing_it():
    kiwi = get_tokenizer("kiwi")
    assert kiwi("한국어를 공부했어요") == ["한국어", "를", "공부", "했", "어요"]
    assert kiwi("😀 한국어 👩\u200d🚀 가다")[1] == "한국어"  # places are counted in code points


@needs_tokenizer("jieba")
def test_jieba_finds_chinese_words():
    assert get_tokenizer("jieba")("我喜欢机器学习") == ["我", "喜欢", "机器", "学习"]


@needs_tokenizer("jieba")
def test_words_given_to_jieba_s_shared_dictionary_do_not_change_ours():
    import jieba

    jieba.add_word("喜欢机器")
    try:
        assert get_tokenizer("jieba")("我喜欢机器学习") == ["我", "喜欢", "机器", "学习"]
    finally:
        jieba.del_word("喜欢机器")


@needs_tokenizer("sudachi:A")
def test_sudachi_cuts_long_texts_after_a_full_stop():
    sentence = "国家公務員です。"
    words = get_tokenizer("sudachi:A")(sentence)
    assert get_tokenizer("sudachi:A")(sentence * 500) == words * 500
