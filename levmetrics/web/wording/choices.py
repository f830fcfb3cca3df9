"""Choices: metrics, tokenizers and normalizers, as a visitor chooses them."""

from __future__ import annotations

from levmetrics.web.wording.wording import Wording

WORDING: Wording = {
    "wer_lev:wer": ("WER: words between spaces", "WER:空白で区切った単語"),
    "wer_lev:cer": ("CER: characters", "CER:文字"),
    "wer_lev:ja": ("WER: Japanese words (MeCab)", "WER:日本語の単語(MeCab)"),
    "wer_lev:mixed": ("Mixed: words or characters", "混合誤り率:単語または文字"),
    "wer_lev:formatted": ("WER with case and punctuation", "WER:大文字・小文字と句読点を含む"),
    "wer_lev:reading": ("CER of Japanese readings", "CER:読み(かな)と表記"),
    "anls:default": ("ANLS: plain similarity", "ANLS:そのままの類似度"),
    "anls:stvqa": ("ANLS: ST-VQA's rule", "ANLS:ST-VQAの規則"),
    "anls:docvqa": ("ANLS: DocVQA's rule", "ANLS:DocVQAの規則"),
    "anls:star": ("ANLS*: nested JSON values", "ANLS*:入れ子のJSON"),
    "own_tokenizer": ("the metric's own", "指標の既定"),
    "tokenizer_whitespace": ("whitespace: words between spaces", "whitespace:空白で区切った単語"),
    "tokenizer_char": ("char: characters", "char:文字"),
    "tokenizer_grapheme": (
        "grapheme: characters as readers see them",
        "grapheme:書記素(見た目の1文字)",
    ),
    "tokenizer_mixed": (
        "mixed: Han, kana, Hangul, Thai ... by character, the rest by spaces",
        "mixed:漢字・かな・ハングル・タイ文字などは1文字ずつ、他は空白区切り",
    ),
    "tokenizer_icu": ("icu: words of every script", "icu:どの文字でも単語"),
    "tokenizer_mixed:icu": (
        "mixed:icu: as mixed, Thai, Lao, Khmer, Burmese by word",
        "mixed:icu:mixedと同じ。ただしタイ語・ラオス語・クメール語・ビルマ語は単語ごと",
    ),
    "tokenizer_mecab": ("mecab: Japanese words", "mecab:日本語の単語"),
    "tokenizer_mecab:ipadic": ("mecab:ipadic: Japanese words", "mecab:ipadic:日本語の単語"),
    "tokenizer_sudachi:A": ("sudachi:A: Japanese, short units", "sudachi:A:日本語、短い単位"),
    "tokenizer_sudachi:B": ("sudachi:B: Japanese, middle units", "sudachi:B:日本語、中間の単位"),
    "tokenizer_sudachi:C": ("sudachi:C: Japanese, long units", "sudachi:C:日本語、長い単位"),
    "tokenizer_kiwi": ("kiwi: Korean morphemes", "kiwi:韓国語の形態素"),
    "tokenizer_jieba": ("jieba: Chinese words", "jieba:中国語の単語"),
    "normalizer_arabic": (
        "arabic: no short vowels, one alef",
        "arabic:アラビア文字の短母音とアリフの違いを区別しない",
    ),
    "normalizer_contractions:english": (
        "contractions:english: can't is can not",
        "contractions:english:英語の短縮形を開く(can't は can not)",
    ),
    "normalizer_docvqa": ("docvqa: as its competition compares", "docvqa:DocVQAの採点と同じ整形"),
    "normalizer_indic": (
        "indic: spellings of Indic scripts that are read alike",
        "indic:インド系文字の読みが同じ表記を区別しない",
    ),
    "normalizer_lower": ("lower: ignore case", "lower:大文字と小文字を区別しない"),
    "normalizer_marks": (
        "marks: ignore case, punctuation and symbols in every script",
        "marks:大文字と小文字、句読点、記号を区別しない(全文字体系)",
    ),
    "normalizer_nfc": (
        "nfc: a letter and its accent are one character",
        "nfc:文字と濁点・アクセントを1文字に合成",
    ),
    "normalizer_nfkc": ("nfkc: full width and half width alike", "nfkc:全角と半角を区別しない"),
    "normalizer_numbers:ja": (
        "numbers:ja: Japanese numbers to figures",
        "numbers:ja:漢数字を算用数字にする(日本語)",
    ),
    "normalizer_numbers:zh": (
        "numbers:zh: Chinese numbers to figures",
        "numbers:zh:漢数字を算用数字にする(中国語)",
    ),
    "normalizer_remove_non_words": (
        "remove_non_words: without [noise] and <unk>",
        "remove_non_words:[noise]や<unk>を除く",
    ),
    "normalizer_remove_punctuation": (
        "remove_punctuation: ignore punctuation",
        "remove_punctuation:句読点を取り除く",
    ),
    "normalizer_squeeze_whitespace": (
        "squeeze_whitespace: runs of spaces to one",
        "squeeze_whitespace:連続する空白を1つにする",
    ),
    "normalizer_width": (
        "width: full width and half width of Japanese alike",
        "width:日本語の全角と半角を区別しない",
    ),
}
