"""Why a button cannot be pressed yet."""

from __future__ import annotations

from levmetrics.web.wording.wording import Wording

WORDING: Wording = {
    "nothing_pasted": (
        "Paste references and predictions, or load an example.",
        "正解と予測を貼り付けるか、例を読み込んでください。",
    ),
    "nothing_pasted_compare": (
        "Paste references and what two systems or more made of them, or load the example.",
        "正解と2つ以上のシステムの出力を貼り付けるか、例を読み込んでください。",
    ),
    "nothing_pasted_inside": (
        "Type a reference and a prediction, or load the example.",
        "正解と予測を入力するか、例を読み込んでください。",
    ),
    "no_references": ("Paste the references.", "正解を貼り付けてください。"),
    "no_predictions": ("Paste the predictions.", "予測を貼り付けてください。"),
    "one_system": (
        "Paste the predictions of two systems or more.",
        "2つ以上のシステムの予測を貼り付けてください。",
    ),
    "nothing_uploaded_score": (
        "Upload one file or two.",
        "ファイルを1件か2件アップロードしてください。",
    ),
    "nothing_uploaded_compare": (
        "Upload the references and two systems or more, in one file or several.",
        "正解と2つ以上のシステムの出力を、1件または複数のファイルでアップロードしてください。",
    ),
    "not_read": ("The files are being read.", "ファイルを読み込んでいます。"),
    "nothing_read": (
        "Nothing could be read: see why above.",
        "読み込めたファイルがありません。理由は上に出ています。",
    ),
    "first_row_asked": (
        "Say above what the first row is: names of columns, or a sample.",
        "1行目が列名かデータかを、上で選んでください。",
    ),
    "order_asked": (
        "Say above whether the rows of the files are in the same order.",
        "ファイルの行の順序が同じかどうかを、上で選んでください。",
    ),
    "other_order_told": (
        "Rows in another order need ids in all files: add a column named id.",
        "順序が違う行を対応させるには、すべてのファイルにIDが要ります。idという名前の列を加えてください。",
    ),
    "few_columns_score": (
        "This is one side only: add the file of the other one.",
        "片方の側だけです。もう一方のファイルを追加してください。",
    ),
    "few_columns_compare": (
        "A comparison needs references and two systems: add the files that are missing.",
        "比較には正解と2つのシステムの列が要ります。足りないファイルを追加してください。",
    ),
    "no_reference_column": (
        "Choose the column of the references.",
        "正解に使う列を選んでください。",
    ),
    "no_prediction_column": (
        "Choose the column of the predictions.",
        "予測に使う列を選んでください。",
    ),
    "no_system_columns": (
        "Choose the columns of two systems or more.",
        "2つ以上のシステムの列を選んでください。",
    ),
    "same_column": (
        "References and predictions are the same column: choose another one.",
        "正解と予測が同じ列です。別の列を選んでください。",
    ),
}
