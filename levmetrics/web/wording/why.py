"""The tab that shows what other tools say of a text, and why it is wrong."""

from __future__ import annotations

from levmetrics.web.wording.wording import Wording

WORDING: Wording = {
    "why_introduction": (
        "Tools in daily use are silently wrong outside English. Here is one Japanese sentence in "
        "which one word is written another way: what do they say of it? Try a text of your own.",
        "広く使われているツールも、英語以外では気づかぬうちに誤った値を出します。"
        "次は、1語の表記だけが違う日本語の文です。各ツールは何と言うでしょうか。"
        "ご自分のテキストでも試せます。",
    ),
    "example_equal": ("Load an example: equal texts", "例を読み込む:同じ文"),
    "example_word": ("Load an example: one word differs", "例を読み込む:1語の違い"),
    "example_greek": ("Load an example: Greek", "例を読み込む:ギリシャ語"),
    "why_reference": ("Reference", "正解"),
    "why_prediction": ("Prediction", "予測"),
    "why_run": ("Try it", "試す"),
    "why_stale": (
        "Inputs changed: try it again",
        "入力が変わりました。もう一度試してください",
    ),
    "why_heading": ("What they say", "各ツールの値"),
    "why_pair": (
        "Reference: {reference} · Prediction: {prediction}",
        "正解:{reference} · 予測:{prediction}",
    ),
    "why_metric": ("Metric", "指標"),
    "why_value": ("Says", "値"),
    "why_mark": ("Right?", "正しいか"),
    "why_reason": ("Because", "理由"),
    "why_right": ("right", "正しい"),
    "why_wrong": ("wrong", "誤り"),
    "why_rouge": ("ROUGE-1, rouge-score as it comes", "ROUGE-1(rouge-scoreの既定)"),
    "why_rouge_mecab": (
        "ROUGE-1, rouge-score with MeCab's words",
        "ROUGE-1(rouge-scoreにMeCabの単語を渡す)",
    ),
    "why_wer": ("WER by white space", "WER(空白区切り)"),
    "why_wer_mecab": ("WER by MeCab's words", "WER(MeCabの単語)"),
    "why_cer": ("CER", "CER"),
    "why_anls": ("ANLS", "ANLS"),
    "why_rouge_drops": (
        "Its tokenizer keeps only a-z and 0-9: it dropped {dropped} of {letters} letters.",
        "トークナイザがa-zと0-9しか残さず、{letters}文字中{dropped}文字を捨てました。",
    ),
    "why_rouge_keeps": (
        "Its tokenizer keeps a-z and 0-9, and there are no other letters here.",
        "残るのはa-zと0-9だけですが、このテキストにはほかの文字がありません。",
    ),
    "why_rouge_words": (
        "The same ROUGE, over real words: this package's tokenizer in it.",
        "同じROUGEを、本パッケージのトークナイザによる本当の単語で計算しました。",
    ),
    "why_wer_whole": (
        "The script has no spaces: it takes {white} for what are {words} words, and one wrong "
        "letter makes all of it wrong.",
        "空白のない表記なので、{words}語を{white}とみなし、1文字の違いで全体が誤りになります。",
    ),
    "why_one_word": ("one word", "1語"),
    "why_words": ("{number} words", "{number}語"),
    "why_wer_unspaced": (
        "The script has no spaces: a whole phrase counts as one word.",
        "空白のない表記なので、句全体を1語と数えます。",
    ),
    "why_wer_spaced": (
        "White space separates the words of this text.",
        "このテキストでは空白が単語を区切ります。",
    ),
    "why_mecab_words": (
        "{errors} of {words} words in error.",
        "{words}語に対して誤りは{errors}語です。",
    ),
    "why_mecab_unknown": (
        "MeCab's dictionary is Japanese: it does not find the words of this script.",
        "MeCabの辞書は日本語用で、この文字の単語は見つけられません。",
    ),
    "why_cer_reason": (
        "{errors} of {characters} characters in error.",
        "{characters}文字に対して誤りは{errors}文字です。",
    ),
    "why_anls_reason": (
        "A similarity by characters: 100 % is equal.",
        "文字単位の類似度です。100 %で完全に一致します。",
    ),
}
