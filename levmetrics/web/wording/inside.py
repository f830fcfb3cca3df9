"""The tab that looks inside one pair."""

from __future__ import annotations

from levmetrics.web.wording.wording import Wording

WORDING: Wording = {
    "inside_introduction": (
        "One reference and one prediction: which token stands for which, how the edit distance "
        "comes about, and what each tokenizer makes of both.",
        "正解と予測を1組入れると、どのトークンがどれに対応するか、編集距離がどう求まるか、"
        "各トークナイザが両方をどう分割するかを示します。",
    ),
    "inside_reference": ("Reference", "正解"),
    "inside_prediction": ("Prediction", "予測"),
    "inside_run": ("Look inside", "中身を見る"),
    "inside_stale": (
        "Inputs changed: look inside again",
        "入力が変わりました。もう一度「中身を見る」を押してください",
    ),
    "inside_alignment": ("Alignment", "対応"),
    "inside_matrix": ("Edit matrix", "編集行列"),
    "inside_matrix_info": (
        "Each cell is the distance between the beginnings of both texts up to there; the marked "
        "path is one of the cheapest ways from the reference to the prediction.",
        "各マスは、そこまでの正解と予測の距離です。色のついた道筋が、"
        "正解を予測に変える最小の編集の一つです。",
    ),
    "inside_matrix_caption": ("Edit distance {distance}", "編集距離 {distance}"),
    "inside_reference_axis": ("Reference ↓", "正解 ↓"),
    "inside_prediction_axis": ("Prediction →", "予測 →"),
    "inside_matrix_too_large": (
        "The matrix is drawn for texts of up to {tokens} tokens; these have {reference:,} "
        "(reference) and {prediction:,} (prediction).",
        "行列を描くのは{tokens}トークンまでです(正解は{reference:,}、予測は{prediction:,})。",
    ),
    "inside_tokens": ("In all tokenizers", "各トークナイザの分割"),
    "inside_tokens_info": (
        "The texts as they were given, without normalizers{cut}.",
        "正規化していない元のテキストです{cut}。",
    ),
    "inside_tokens_cut": (
        "; the first {characters} characters of each",
        "(それぞれ先頭の{characters}文字)",
    ),
    "inside_side": ("Text", "テキスト"),
    "inside_count": ("Number", "トークン数"),
    "inside_tokens_heading": ("Tokens", "トークン"),
    "inside_fails": ("fails: {message}", "失敗:{message}"),
}
