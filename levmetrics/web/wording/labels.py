"""Labels of components: what a visitor reads before anything is scored."""

from __future__ import annotations

from levmetrics.web.wording.wording import Wording

WORDING: Wording = {
    "common.complete": ("Done", "完了"),  # which Gradio says to screen readers, and has no word for
    "close": ("Close", "閉じる"),
    "other_language": ("日本語", "English"),
    "score": ("Score", "採点"),
    "compare": ("Compare", "比較"),
    "inside": ("Look inside", "中身を見る"),
    "why": ("Why", "なぜ必要か"),
    "predictions": ("Predictions, one a line", "予測(1行に1件)"),
    "references": ("References, one a line", "正解(1行に1件)"),
    "several": (
        "Several references of one sample: separate them by ' ||| '",
        "正解が複数あるときは「 ||| 」で区切ります",
    ),
    "paste": ("Paste", "貼り付け"),
    "upload": ("Upload files", "ファイルをアップロード"),
    "score_files": (
        "Files: one with both sides, or one for each",
        "ファイル(両方の列を持つ1件、または1件ずつ)",
    ),
    "compare_files": (
        "Files: one with a column for each system, or one for the references and for each system",
        "ファイル(正解と各システムの列を持つ1件、または正解と各システムで1件ずつ)",
    ),
    "more_files": ("Add files", "ファイルを追加"),
    "empty": ("An empty line is an empty text", "空行は空の文字列として扱います"),
    "reread_file": ("File", "ファイル"),
    "encoding": ("Encoding", "文字コード"),
    "encoding_info": ("If the texts above look wrong", "上の文字が化けているとき"),
    "first_row": ("What is the first row?", "1行目は何ですか"),
    "is_heading": ("Names of columns", "列名"),
    "is_sample": ("A sample", "データ"),
    "by_order": (
        "Only some of these files have ids. Are their rows in the same order?",
        "IDのないファイルがあります。行の順序は同じですか",
    ),
    "same_order": ("Yes: row 1 belongs to row 1", "同じ(1行目同士が対応)"),
    "other_order": ("No", "違う"),
    "references_column": ("Column of the references", "正解に使う列"),
    "predictions_column": ("Column of the predictions", "予測に使う列"),
    "whole": ("Whole documents", "文書全体を1件として比べる"),
    "whole_info": (
        "Each side is one text; line breaks do not matter",
        "両側をそれぞれ1つの文章とし、改行の違いは無視します",
    ),
    "pasted": ("pasted text", "貼り付けた文字列"),
    "of_example": ("example: {name}", "例:{name}"),
    "systems_column": ("Columns of the systems, two or more", "各システムの予測に使う列(2つ以上)"),
    "groups_column": ("Column of the groups, if there is one", "グループに使う列(任意)"),
    "matched_by_ids": ("{source}, rows matched by their ids", "{source}(IDで対応付け)"),
    "matched_by_file_names": (
        "{source}, rows matched by the file names in their ids",
        "{source}(ID内のファイル名で対応付け)",
    ),
    "stale": ("Inputs changed: score again", "入力が変わりました。もう一度採点してください"),
    "english_speech": (
        "English, real recogniser, synthetic voices",
        "英語(実際の音声認識、合成音声)",
    ),
    "japanese_ocr": ("Japanese OCR", "日本語OCR"),
    "plain": ("Ignore case and punctuation", "大文字・小文字と句読点の違いを無視"),
    "metric": ("Metric", "指標"),
    "automatic": ("What suits the texts", "テキストに合わせる"),
    "example_result": (
        "An example: this is what you will see",
        "例:採点するとこのように表示されます",
    ),
    "settings": ("Settings", "設定"),
    "tokenizer": ("Tokenizer", "トークナイザ"),
    "tokenizer_info": ("What an edit is counted in", "何を単位に数えるか"),
    "normalizer": ("Normalizer", "正規化"),
    "normalizer_info": ("Applied to both sides, in this order", "予測と正解の両方に、この順で適用"),
    "threshold": ("Threshold", "しきい値"),
    "threshold_info": ("Of ANLS; empty for its own", "ANLSのみ。空欄なら既定値"),
    "run_score": ("Score", "採点する"),
    "cancel": ("Cancel", "中止する"),
    "example": ("Load an example", "例を読み込む"),
    "example_english": ("English example", "英語の例"),
    "example_japanese": ("Japanese example", "日本語の例"),
}
