"""Errors in Japanese: the sentences of the library's errors that visitors meet, as patterns."""

from __future__ import annotations

from levmetrics.web.wording.wording import Wording

WORDING: Wording = {
    "close": ("Close", "閉じる"),
    "failed": (
        "This page failed at it, and its keeper can see why; try other texts",
        "処理に失敗しました。原因はサーバーの記録に残っています。別のテキストでお試しください",
    ),
    "lacking": (
        "This page lacks a package that this needs, and its keeper can see which; choose another "
        "tokenizer or another kind of file",
        "必要なパッケージがこのサーバーにありません。別のトークナイザか、別の種類のファイルを"
        "選んでください",
    ),
    "other_host": (
        "this page is not served as '{host}'; who runs it can allow that name by "
        "LEVMETRICS_ALLOWED_HOSTS",
        "このページは「{host}」という名前では公開されていません。"
        "運営者は LEVMETRICS_ALLOWED_HOSTS でその名前を許可できます",
    ),
    "other_site": (
        "this page takes no requests from other sites' pages; open it itself",
        "ほかのサイトからの操作は受け付けていません。このページを直接開いてください",
    ),
    "too_large": (
        "this is more than the {megabytes} MB that a request may be",
        "一度に送れるのは {megabytes} MB までです",
    ),
    "file_too_large": (
        "{file} is larger than the {megabytes} MB that a file may be on this page; give a part of "
        "it, or run it yourself",
        "{file}は{megabytes} MBを超えています。一部だけにするか、お手元で実行してください",
    ),
    "files_too_large": (
        "these files are more than the {megabytes} MB that may be uploaded at once; upload them "
        "one after the other",
        "一度にアップロードできるのは合計{megabytes} MBまでです。1件ずつアップロードしてください",
    ),
    "too_many": (
        "you have {held} requests waiting or running; wait a moment, and ask again",
        "処理中または順番待ちの依頼が{held}件あります。少し待ってから、もう一度お試しください",
    ),
    "too_deep": (
        "{place} is nested too deep for this page",
        "{place}の入れ子が深すぎて、このページでは扱えません",
    ),
}

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
    # Nothing, or not enough, is given.
    (
        r"there is nothing to score yet: .*",
        "まだ採点するものがありません。予測と正解の両方を入力してください",
    ),
    (
        r"there is nothing to align yet: .*",
        "まだ比べるものがありません。予測と正解を入力してください",
    ),
    (
        r"there is nothing to show yet: .*",
        "まだ表示するものがありません。予測と正解を入力してください",
    ),
    (
        rf"there are no {_SIDE} yet: .*",
        "{side}がまだありません。貼り付けるか、ファイルをアップロードするか、例を読み込んでください",
    ),
    (
        rf"choose the column of the {_SIDE}: .*",
        "{side}に使う列を選んでください。列の名前からは分かりません",
    ),
    (r"choose a column in the list; .*", "列を一覧から選んでください"),
    (r"choose the columns of two systems or more", "比べるシステムの列を2つ以上選んでください"),
    (
        r"there are no files yet: .*",
        "ファイルがまだありません。1件か2件アップロードしてください",
    ),
    (
        r"references has several texts for a sample; as a whole text .*",
        "正解に複数の値がある件があります。文書全体を比べるときは、両側をそれぞれ1つにしてください",
    ),
    (
        r"predictions and references are both (?P<source>.+); choose another one",
        "予測と正解に同じ列({source})が選ばれています。どちらかを変えてください",
    ),
    # Both sides do not fit.
    (
        rf"{_SIDE} and (?P<other>.+) differ in length \((?P<a>\d+) and (?P<b>\d+)\); .*",
        "{side}は{a}件、{other}は{b}件で、数が合いません。1件の正解に1件の予測を対応させてください",
    ),
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
    (
        r"the references and the predictions of (?P<system>.+) are both (?P<source>.+); choose .*",
        "正解と{system}に同じ列({source})が選ばれています。どちらかを変えてください",
    ),
    (rf"{_PLACE} is a list; give one text a sample", "{place}に複数の値があります。1件に1つです"),
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
        r"this would take about (?P<n>[\d,]+) seconds, and a request gets (?P<most>[\d.]+) on this "
        r"page; give shorter or fewer texts, about (?P<share>\d+%) of these, .*",
        "計算に約{n}秒かかる見込みです。このページでは1回{most}秒までです。"
        "量を今の{share}ほどに減らすか、お手元で実行してください",
    ),
    (
        r"you have had much computed within a minute; .* about (?P<n>\d+) seconds, .*",
        "この1分間に多くの計算をしました。{n}秒ほど待ってから、もう一度お試しください",
    ),
    (
        r"the tokenizer '(?P<name>.+)' is slow: (?P<n>[\d,]+) characters are more than the "
        r"(?P<most>[\d,]+) .*",
        "トークナイザ {name} は時間がかかるため、このページでは{most}文字までです(今は{n}文字)",
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
        rf"{_PLACE} takes more time or memory to read than this page gives; give a part of it",
        "{place}の読み込みに時間かメモリがかかりすぎます。一部だけにしてください",
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
    (
        r"unknown (?P<what>\w+) (?P<given>'.*'); (?:did you mean (?P<near>'.*')\? )?"
        r"Known: (?P<known>.+)",
        "{what} {given} はありません。使えるのは {known} です",
    ),
    (
        r"the rule (?P<name>'\w+') counts characters, .*",
        "ANLSの {name} は文字を数える規則です。ほかのトークナイザは、"
        "ふつうの類似度(plain similarity)で使ってください",
    ),
    # Results that are no longer there.
    (
        r"the results have expired: score again",
        "結果の保存期間が過ぎました。もう一度採点してください",
    ),
    (
        r"there is no sample (?P<n>-?[\d,]+); there are (?P<most>[\d,]+)",
        "{n}番はありません。全部で{most}件です",
    ),
    # Files.
    (
        r"the files are still being read: .*",
        "ファイルを読み込んでいます。少し待ってからもう一度押してください。"
        "変わらなければ、いったん消して選び直してください",
    ),
    (
        rf"{_FILE} is no longer there; upload it again",
        "{file}がもうありません。もう一度アップロードしてください",
    ),
    (
        r"two files are named (?P<file>.+); rename one, and upload both again",
        "{file}という名前のファイルが2つあります。片方の名前を変えて、"
        "両方ともアップロードし直してください",
    ),
    (
        rf"{_FILE} is no file of the types (?P<types>.+)",
        "{file}は扱えない種類のファイルです。使えるのは {types} です",
    ),
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
        rf"{_FILE} is empty; give a file with samples",
        "{file}は空です。データのあるファイルを使ってください",
    ),
    (
        rf"{_FILE} has no column of texts, .*",
        "{file}に、文字列や数の列がありません",
    ),
    (
        r"this page is busy with other files; .*",
        "ほかのファイルを処理しています。1分ほど待ってから、もう一度お試しください",
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
        r"systems has (?P<n>\d+) of them; give 2 to (?P<most>\d+), .*",
        "システムが{n}個あります。2個から{most}個までを比べられます",
    ),
    (
        r"there are (?P<n>\d+) samples; a confidence interval or a test needs at least two",
        "データが{n}件しかありません。信頼区間や検定には2件以上が必要です",
    ),
)
"""A sentence in English, as a regular expression for all of it, and what it is in Japanese."""
