"""Labels of components: what a visitor reads before anything is scored."""

from __future__ import annotations

from levmetrics.demo.wording.wording import Wording

WORDING: Wording = {
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
    "files": ("Or files", "またはファイルから"),
    "empty": ("An empty line is an empty text", "空行は空の文字列として扱います"),
    "prediction_source": ("Predictions from", "予測の取り出し元"),
    "reference_source": ("References from", "正解の取り出し元"),
    "source_info": ("A column, or the box above", "列、または上の欄を選びます"),
    "metric": ("Metric", "指標"),
    "settings": ("Settings", "設定"),
    "tokenizer": ("Tokenizer", "トークナイザ"),
    "tokenizer_info": ("What an edit is counted in", "何を単位に数えるか"),
    "normalizer": ("Normalizer", "正規化"),
    "normalizer_info": ("Applied to both sides, in this order", "両側にこの順で適用"),
    "threshold": ("Threshold", "しきい値"),
    "threshold_info": ("Of ANLS; empty for its own", "ANLSのみ。空欄なら既定値"),
    "run_score": ("Score", "採点する"),
    "example": ("Load an example", "例を読み込む"),
    "example_english": (
        "Load an example: English, real recogniser, synthetic voices",
        "例を読み込む:英語(実際の音声認識、合成音声)",
    ),
    "example_japanese": ("Load an example: Japanese OCR", "例を読み込む:日本語OCR"),
    "samples": ("Samples, the worst first: choose one to see it", "結果(悪い順):選ぶと詳細を表示"),
    "sample": ("Sample number", "番号"),
    "confusions": ("Most frequent errors", "多い誤り"),
    "histogram": ("Samples by score", "得点の分布"),
    "csv": ("Download CSV", "CSVをダウンロード"),
    "json": ("Download JSON", "JSONをダウンロード"),
    "snippet": ("The same number from Python", "同じ値を出すPython"),
}
