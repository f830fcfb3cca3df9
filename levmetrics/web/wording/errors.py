"""Errors in Japanese that have no code yet: their sentences, as patterns."""

from __future__ import annotations

_PLACE = r"(?P<place>.+?)"
_FILE = r"(?P<file>.+?)"
_SIDE = r"(?P<side>.+?)"

# What stands for a place in the messages, whichever the sentence.
TERMS = {
    r"\bpredictions\b": "予測",
    r"\breferences\b": "正解",
    r"\bprediction\b": "予測",
    r"\breference\b": "正解",
    r", (?:line|row) ([\d,]+)": r"の\1行目",
    r"\btokenizer\b": "トークナイザ",
    r"\bnormalizer\b": "正規化",
    r"\bmetric\b": "指標",
    r"\bconfig\b": "設定",
}
"""English terms in the places that a sentence names, and what they are in Japanese."""

TRANSLATED_GROUPS = ("place", "side", "other", "what")
"""The groups of the patterns in which the terms are replaced; others are the visitor's words."""

NUMBERED_COLUMN = (r"\bcolumn (\d+), no header", r"列\1(列名なし)")
"""What a column without a name is called in any part of a sentence, and what it is in Japanese."""

KINDS = {
    "PNG picture": "PNG画像",
    "JPEG picture": "JPEG画像",
    "GIF picture": "GIF画像",
    "WAV, AVI or WebP file": "WAV・AVI・WebPのファイル",
    "MP3 file": "MP3音声",
    "FLAC file": "FLAC音声",
    "Ogg file": "Oggファイル",
    "PDF document": "PDF文書",
    "Office document (as .xlsx or .docx) or a zip archive (unpack it first)": (
        ".xlsxや.docxなどのOffice文書か、zip書庫(先に展開してください)"
    ),
    "Office document of an old kind (save .xls as .xlsx, .doc as text)": (
        "古い形式のOffice文書(.xlsは.xlsxで、.docはテキストで保存し直してください)"
    ),
    "gzip archive": "gzip書庫",
    "parquet file": "Parquetファイル",
}
"""The kinds of files that are no text, without their articles."""

PATTERNS: tuple[tuple[str, str], ...] = (
    # Both sides do not fit.
    (
        r"(?P<file>.+) has (?P<a>[\d,]+) samples, and (?P<second>.+) (?P<b>[\d,]+); .*",
        "{file}は{a}件、{second}は{b}件で、数が合いません。同じ順に同じ数の行があるファイルを"
        "使ってください",
    ),
    (
        r"(?P<file>.+) has (?P<a>[\d,]+) samples, the last of which is empty, and (?P<second>.+) "
        r"(?P<b>[\d,]+); .*",
        "{file}は{a}件(最後の行は空)、{second}は{b}件で、数が合いません。余分な空行を消して"
        "ください",
    ),
    (
        r"(?P<file>.+) has (?P<a>[\d,]+) samples, and (?P<second>.+) (?P<b>[\d,]+), the last of "
        r"which is empty; .*",
        "{file}は{a}件、{second}は{b}件(最後の行は空)で、数が合いません。余分な空行を消して"
        "ください",
    ),
    # Limits.
    (
        rf"{_SIDE}: (?P<n>[\d,]+) texts are more than the (?P<most>[\d,]+) of this page",
        "{side}が{n}件あります。このページで扱えるのは{most}件までです",
    ),
    (
        rf"{_SIDE}: text (?P<n>[\d,]+) has (?P<size>[\d,]+) characters, and (?P<most>[\d,]+) is "
        "the most on this page; .*",
        "{side}の{n}件目が{size}文字あります。このページでは1件{most}文字までです。"
        "文ごとに分けてください",
    ),
    (
        rf"{_SIDE}: (?P<n>[\d,]+) characters are more than the (?P<most>[\d,]+) of this page; .*",
        "{side}が合計{n}文字あります。このページでは{most}文字までです。"
        "一部だけにするか、お手元で実行してください",
    ),
    (
        rf"{_PLACE} is larger than (?P<n>[\d.]+) MB",
        "{place}が大きすぎます。{n} MBまでのファイルを使ってください",
    ),
    (
        r"(?P<file>.+) has (?P<n>[\d,]+) columns; (?P<most>[\d,]+) are the most on this page",
        "{file}には{n}列あります。このページで扱えるのは{most}列までです",
    ),
    (
        rf"{_PLACE} holds more than this page takes; give a part of it",
        "{place}はこのページで扱うには大きすぎます。一部だけにしてください",
    ),
    (
        rf"{_PLACE} is nested too deep for this page",
        "{place}の入れ子が深すぎて、このページでは扱えません",
    ),
    (
        rf"{_FILE} has a line of more than (?P<n>[\d,]+) characters; give a sample a line",
        "{file}に{n}文字を超える行があります。1行に1件ずつ書いてください",
    ),
    # Settings.
    (
        r"threshold is (?P<given>.+); it must be a number from 0 to 1.*",
        "しきい値が{given}になっています。0から1までの数を入れるか、空欄にしてください",
    ),
    # Files.
    (
        rf"{_FILE} cannot be read: it is no text in (?P<encoding>.+?) \(line (?P<line>[\d,]+), .*"
        r"this looks like (?P<guess>.+): .*",
        "{file}は{encoding}の文字列として読めません({line}行目)。{guess}のようです。"
        "文字コードを選ぶか、UTF-8で保存し直してください",
    ),
    (
        rf"{_FILE} cannot be read: it is no text in (?P<encoding>.+?) \(line (?P<line>[\d,]+), .*",
        "{file}は{encoding}の文字列として読めません({line}行目)。UTF-8で保存し直してください",
    ),
    (
        rf"{_FILE} cannot be read: it holds U\+[0-9A-F]+, .*",
        "{file}はテキストではないようです(画像などのファイルにある文字が含まれています)",
    ),
    (
        rf"{_FILE} cannot be read: it is (?:a|an) (?P<kind>.+); give text, .*",
        "{file}はテキストではありません({kind})。テキストか、対応する形式の表を使ってください",
    ),
    (
        r"encoding is (?P<given>'.*'), which Python does not know; .*",
        "文字コード {given} は使えません。cp932、euc_jp、latin-1などの名前を選んでください",
    ),
    (
        rf"{_PLACE} is of no cue; .*",
        "{place}がどの字幕にも属していません。字幕ごとに時刻の行が要ります",
    ),
    (
        rf"{_FILE} holds words by their times; .*",
        "{file}は時刻付きの単語の列です。区間を持つstmファイルを正解として一緒に使ってください",
    ),
    (
        rf"{_FILE} has lists of different lengths \((?P<said>.+)\); .*",
        "{file}のリストの長さがそろっていません({said})",
    ),
    (
        rf"{_PLACE} has alternatives .*, which .*; .*",
        "{place}に選択肢({{ a / b }})があります。どれか1つだけを書いてください",
    ),
    (
        rf"{_FILE} cannot be read: it is no Excel workbook, or a damaged one",
        "{file}はExcelのファイルではないか、壊れています",
    ),
    (
        rf"{_FILE} cannot be read: it is no (?P<kind>.+) file(?: or stream)?, or a damaged .*",
        "{file}は{kind}のファイルではないか、壊れています",
    ),
    (
        rf"{_FILE} has no heading: its first row is empty",
        "{file}の1行目が空で、列の名前がありません",
    ),
    (
        rf"{_FILE} has no column (?P<column>.+); it has ?(?P<known>.*)",
        "{file}に列 {column} はありません(ある列: {known})",
    ),
    (
        rf"{_FILE} has two columns named (?P<column>.+); rename one",
        "{file}に {column} という名前の列が2つあります。片方の名前を変えてください",
    ),
    (
        rf"{_PLACE} has (?P<n>\d+) fields?, and (?P<first>.+) (?P<width>\d+); .*",
        "{place}は{n}列で、ほかの行({width}列)と合いません。"
        "区切り文字を含む値は引用符で囲んでください",
    ),
    (
        rf"{_FILE} cannot be read: .* in the lines up to (?P<line>\d+); close its quotation .*",
        "{file}の{line}行目までに、閉じていない引用符があります",
    ),
    (
        rf"{_FILE} can be read with (?P<names>.+) between its columns; .*",
        "{file}の区切り文字は {names} のどれとも読めます。値を引用符で囲むか、"
        "列に prediction や reference という名前を付けてください",
    ),
    (rf"{_PLACE} is empty; every sample needs a text", "{place}が空です。1件ごとに値が要ります"),
    (
        rf"{_PLACE} is (?:an object|a list|true|false); every sample needs a text",
        "{place}が文字列ではありません。1件ごとに文字列が要ります",
    ),
    (rf"{_FILE} has no samples; .*", "{file}にデータがありません"),
    (
        rf"{_FILE} looks like (?P<kind>.+), and not like lines of text; .*",
        "{file}は文の行ではなく、{kind}のようです。JSONなら、名前の終わりを .json か .jsonl に"
        "してください",
    ),
    (
        rf"{_FILE} and (?P<second>.+) begin their lines with the same (?P<n>[\d,]+) words.*",
        "{file}と{second}の行の初めの語がどれも同じで、IDか文の一部か分かりません。"
        "IDなら、タブで区切った表にしてください",
    ),
    (
        rf"{_FILE} cannot be read: it begins with the byte order mark of (?P<encoding>.+?), .*",
        "{file}は{encoding}のファイルです。文字コードの選択を外してください",
    ),
    (
        rf"{_FILE} has an object with the key (?P<key>.+) twice; rename one",
        "{file}に、同じキー {key} が2つあるオブジェクトがあります",
    ),
    (
        rf"{_PLACE} is no JSON (?P<kind>object|string); .*",
        "{place}がほかの行と同じJSONの種類({kind})ではありません",
    ),
    (
        rf"{_PLACE} is no JSON: .* \((?P<at>(?:line \d+, )?column \d+)\); .*",
        "{place}がJSONとして読めません({at})",
    ),
    (
        rf"{_FILE} is JSON of another form; .*",
        "{file}のJSONの形が違います。オブジェクトのリストか、リストのオブジェクトにしてください",
    ),
    (
        rf"{_PLACE} begins as a JSON object does, but is none .*",
        "{place}はJSONのオブジェクトとして始まっていますが、最後まで読めません",
    ),
    (
        rf"{_PLACE} holds a number of too many digits; write it as text",
        "{place}の数の桁が多すぎます。文字列として書いてください",
    ),
    (
        rf"{_FILE} has a row without an id; give every row one",
        "{file}にIDのない行があります。すべての行にIDを付けてください",
    ),
    (
        rf"{_FILE} has (?P<ids>.+) more than once; give each sample its own",
        "{file}に同じID({ids})が2回以上あります",
    ),
    (
        rf"{_FILE} has no (?P<ids>.+), which (?P<second>.+) has; give both or none",
        "{second}にある {ids} が{file}にありません",
    ),
    (
        rf"{_PLACE} does not end with an id in parentheses, .*",
        "{place}の終わりに、かっこに入ったID(たとえば (speaker-1))がありません",
    ),
    (
        rf"{_PLACE} has .*; every \w+ must be valid Unicode: .*",
        "{place}に正しくない文字(片方だけのサロゲート)があります",
    ),
    (
        rf"{_PLACE} is (?:None|of type .+?); every \w+ must be .*",
        "{place}が文字列ではありません",
    ),
    # Comparisons.
    (
        r"there are (?P<n>\d+) samples; a confidence interval or a test needs at least two",
        "データが{n}件しかありません。信頼区間や検定には2件以上が必要です",
    ),
)
"""A sentence in English, as a regular expression for all of it, and what it is in Japanese."""
