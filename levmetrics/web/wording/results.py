"""What the Score tab says of a result."""

from __future__ import annotations

from levmetrics.web.wording.wording import Wording

_LABELS: Wording = {
    "result": ("Result", "結果"),
    "csv": ("CSV", "CSV"),
    "json": ("JSON", "JSON"),
    "report": ("Report (HTML)", "レポート(HTML)"),
    "picture": ("Picture (PNG)", "画像(PNG)"),
    "copy": ("Copy", "コピー"),
    "how": ("How this was computed", "計算方法"),
    "snippet": ("The same number from Python", "Pythonで同じ値を計算するコード"),
    "rescore_mecab": ("Score by MeCab words", "MeCabの単語で採点する"),
    "rescore_characters": ("Score by characters", "文字で採点する"),
    "rescore_plain": ("Ignore case and punctuation", "大文字・小文字と句読点を無視する"),
    "rescore_nfc": ("Compose accents (NFC)", "濁点・アクセントを合成する(NFC)"),
    "rescore_nfkc": ("Full and half width alike (NFKC)", "全角と半角を区別しない(NFKC)"),
}
_STEPS: Wording = {
    "step_reading": ("Reading", "読み込み中"),
    "step_measuring": ("Measuring", "採点中"),
    "step_interval": ("Confidence interval", "信頼区間を計算中"),
    "step_errors": ("Most frequent errors", "多い誤りを集計中"),
}
_SCORES: Wording = {
    "words": ("words", "単語"),
    "word": ("word", "単語"),
    "characters": ("characters", "文字"),
    "character": ("character", "文字"),
    "tokens": ("tokens", "トークン"),
    "token": ("token", "トークン"),
    "rate_of_words": ("Word error rate, {how}", "単語誤り率({how})"),
    "rate_of_characters": ("Character error rate", "文字誤り率"),
    "rate_of_tokens": ("Token error rate, {how}", "トークン誤り率({how})"),
    "similarity_of": (
        "Average normalized Levenshtein similarity",
        "正規化レーベンシュタイン類似度の平均",
    ),
    "how_whitespace": ("words by white space", "空白で区切った単語"),
    "how_mecab": ("words by MeCab", "MeCabの単語"),
    "how_mixed": (
        "words, or characters of unspaced scripts",
        "単語、分かち書きしない文字は1文字ずつ",
    ),
    "how_tokenizer": ("tokenizer {name}", "トークナイザ {name}"),
    "perfect_error_rate": ("0 % is perfect", "0 % が最良"),
    "perfect_similarity": ("100 % is perfect", "100 % が最良"),
}
_RATES: Wording = {
    "full_formatted_wer": (
        "Words and marks as they are written",
        "表記どおりの単語と句読点",
    ),
    "short_wer": ("WER", "WER"),
    "full_wer": (
        "Words alone",
        "単語のみ",
    ),
    "short_case_error_rate": ("Case", "大文字・小文字"),
    "full_case_error_rate": ("Right words in another case", "大文字・小文字だけが違う単語"),
    "short_punctuation_error_rate": ("Punctuation", "句読点"),
    "full_punctuation_error_rate": (
        "Marks replaced, missing or added",
        "置換・脱落・挿入された句読点",
    ),
    "full_reading_cer": ("Characters of the readings", "読み(かな)の文字"),
    "short_cer": ("CER", "CER"),
    "full_cer": ("Characters as they are written", "表記どおりの文字"),
    "meaning_reading_cer": (
        "Characters of the readings replaced, missing or added: {read_wrong} (the references have "
        "{read}). Characters as they are written: {written_wrong} (the references have {written}).",
        "読みで置換・脱落・挿入された文字は{read_wrong}(正解は{read}文字)、"
        "表記どおりでは{written_wrong}(正解は{written}文字)です。",
    ),
    "meaning_formatted_wer": (
        "Words replaced, missing or added: {words_wrong} (the references have {words}). Right "
        "words in another case: {case_wrong} of {words_right}. Punctuation marks replaced, missing "
        "or added: {marks_wrong} (the references have {marks}).",
        "置換・脱落・挿入された単語は{words_wrong}(正解は{words}語)、"
        "大文字・小文字だけが違う単語は一致した{words_right}語中{case_wrong}語、"
        "置換・脱落・挿入された句読点は{marks_wrong}(正解は{marks}個)です。",
    ),
}
_SENTENCES: Wording = {
    "wrong_about": (
        "About {wrong} of {base} {units} are wrong: {parts}.",
        "およそ{base}{units}中{wrong}{units}が誤りです({parts})。",
    ),
    "wrong_exactly": (
        "{wrong} of {base} {units} are wrong: {parts}.",
        "{base}{units}中{wrong}{units}が誤りです({parts})。",
    ),
    "wrong_one": (
        "1 of {base} {units} is wrong: {parts}.",
        "{base}{units}中1{units}が誤りです({parts})。",
    ),
    "errors_about": (
        "About {wrong} errors for every {base} {units} of the references: {parts}.",
        "正解{base}{units}あたり、およそ{wrong}個の誤りがあります({parts})。",
    ),
    "errors_exactly": (
        "{wrong} errors, where the references have {base} {units}: {parts}.",
        "正解{base}{units}に対して、{wrong}個の誤りがあります({parts})。",
    ),
    "over": (
        "An error rate can pass 100 %: what was added counts as an error too, and a prediction may "
        "hold more {units} than the reference.",
        "誤り率は100 %を超えることがあります。余分な{units}も誤りに数えるため、"
        "予測が正解より長いと、誤りの数が正解の{units}数を上回ることがあるからです。",
    ),
    "all_right": ("All {base} {units} are right.", "{base}{units}すべてが正解と一致しています。"),
    "one_wrong": ("The only {unit} is wrong: {parts}.", "唯一の{unit}が誤りです({parts})。"),
    "one_right": ("The only {unit} is right.", "唯一の{unit}が正解と一致しています。"),
    "both_empty": ("Both sides are empty, and so equal.", "両方とも空で、一致しています。"),
    "references_empty": (
        "The reference is empty, so each of the {wrong} {units} of the prediction counts as an "
        "error.",
        "正解が空のため、予測の{wrong}{units}はすべて誤りに数えます。",
    ),
    "substitutions": ("{number} replaced", "置換{number}"),
    "deletions": ("{number} missing", "脱落{number}"),
    "insertions": ("{number} added", "挿入{number}"),
    "hits": ("{number} right", "一致{number}"),
    "parts_join": (", ", "、"),
    "sentence_join": (" ", ""),
    "alike": (
        "On average a prediction matches its reference to {share}.",
        "予測は平均で正解と{share}一致しています。",
    ),
    "alike_one": (
        "The prediction matches its reference to {share}.",
        "予測は正解と{share}一致しています。",
    ),
    "alike_parts": (
        "Of {samples} predictions: {perfect} equal, {zero} counted as 0.",
        "予測{samples}件のうち、完全一致は{perfect}件、0点は{zero}件です。",
    ),
    "all_alike": (
        "Every prediction matches its reference fully.",
        "すべての予測が正解と完全に一致しています。",
    ),
    "interval": (
        "For all texts of this kind the score is likely between {low} and {high}: ranges found in "
        "this way hold the true score about 95 times in 100 (95 % interval).",
        "同種のテキスト全体でのスコアは、{low}から{high}の間と推定されます"
        "(95 %信頼区間:この方法で求めた区間は、100回中およそ95回、真の値を含みます)。",
    ),
    "interval_few": (
        "With only {samples} samples, that range is rough.",
        "サンプルが{samples}件と少ないため、この区間は目安です。",
    ),
    "interval_none": (
        "One sample says nothing of how much the score varies.",
        "1件だけでは、スコアのばらつきは分かりません。",
    ),
    "interval_point": (
        "All samples score the same, so they say nothing of how much the score varies.",
        "すべてのサンプルが同じスコアのため、ばらつきは分かりません。",
    ),
    "sources": (
        "References: {references} · Predictions: {predictions}",
        "正解:{references} ・ 予測:{predictions}",
    ),
    "sample_count": ("{number} samples", "{number}件"),
    "sample_count_one": ("1 sample", "1件"),
}
_NOTICES: Wording = {
    "notice_unspaced": (
        "Most of this text is in a script without spaces between words, so a WER by white space "
        "takes whole sentences for single words. Score by smaller units instead.",
        "このテキストの大半は単語を空白で区切らないため、空白区切りのWERでは文全体が"
        "1単語として数えられます。より小さな単位で採点してください。",
    ),
    "notice_eojeol": (
        "Korean WER by white space counts whole eojeol, words with their particles, so one wrong "
        "syllable makes all of it wrong. CER is usual.",
        "韓国語を空白区切りのWERで採点すると、助詞まで含む語節(オジョル)全体が1単位となり、"
        "1音節の違いでも全体が誤りになります。通常はCERを使います。",
    ),
    "notice_plain": (
        "Without differences of case and punctuation it would be {score}.",
        "大文字・小文字と句読点の違いを無視すると{score}になります。",
    ),
    "notice_order_ids": (
        "Every line begins with an id, and the lines fit much better matched by these ids: give "
        "both sides in one order, or as files with a column of ids.",
        "各行の先頭のIDで対応付けると、はるかによく一致します。両側を同じ順に並べるか、"
        "IDの列を持つファイルで渡してください。",
    ),
    "notice_order_later": (
        "From line {line} on, the predictions fit the references of the line before much better: "
        "is there a line too many, or one missing?",
        "{line}行目から、予測は1行前の正解のほうがはるかによく一致します。"
        "余分な行や抜けた行がないか確認してください。",
    ),
    "notice_order_earlier": (
        "From line {line} on, the predictions fit the references of the line after much better: "
        "is there a line too many, or one missing?",
        "{line}行目から、予測は1行後の正解のほうがはるかによく一致します。"
        "余分な行や抜けた行がないか確認してください。",
    ),
    "notice_nfc": (
        "Some texts write a letter and its accent as two characters, which look the same: composed "
        "(NFC) it would be {score}.",
        "見た目が同じでも、文字と濁点・アクセントが別々の文字になっている箇所があります。"
        "合成(NFC)すると{score}になります。",
    ),
    "notice_nfkc": (
        "Some differences are of full width and half width, ligatures or kinds of spaces: without "
        "them (NFKC) it would be {score}.",
        "全角と半角、合字、空白の種類だけの違いがあります。"
        "それらを区別しない(NFKC)と{score}になります。",
    ),
    "automatic_spaced": (
        "White space separates the words of these texts, so words are counted.",
        "空白で単語が区切られているため、単語を数えました。",
    ),
    "automatic_japanese": (
        "These texts are Japanese, so MeCab's words are counted.",
        "日本語のテキストなので、MeCabの単語を数えました。",
    ),
    "automatic_unspaced": (
        "These texts have no spaces between words, so characters of such scripts are counted.",
        "単語を空白で区切らないテキストなので、文字を数えました。",
    ),
    "automatic_eojeol": (
        "These texts are Korean, so characters are counted, as is usual.",
        "韓国語のテキストなので、慣例どおり文字を数えました。",
    ),
    "notice_identical": (
        "References and predictions are the same texts, letter by letter. If that is unexpected, "
        "look whether one of them was given twice.",
        "正解と予測は一字一句同じです。心当たりがなければ、"
        "同じテキストを両方に入れていないか確認してください。",
    ),
    "notice_empty_references": (
        "{empty} of {samples} references are empty: only an empty prediction is right there.",
        "正解{samples}件のうち{empty}件が空です。空の予測だけが一致とみなされます。",
    ),
    "notice_empty_predictions": (
        "{empty} of {samples} predictions are empty: was nothing predicted there, or is it lost?",
        "予測{samples}件のうち{empty}件が空です。出力が空だったのか、欠けたのかを確認してください。",
    ),
}
_TABLES: Wording = {
    "column_sample": ("Sample", "番号"),
    "column_errors": ("Errors", "誤り"),
    "column_reference": ("Reference", "正解"),
    "column_prediction": ("Prediction", "予測"),
    "samples_caption": ("Samples", "サンプル"),
    "row_reference": ("REF", "正解"),
    "row_prediction": ("HYP", "予測"),
    "said_substitutions": ("'{target}' replaced by '{pred}'", "「{target}」が「{pred}」に置換"),
    "said_deletions": ("'{target}' missing", "「{target}」が脱落"),
    "said_insertions": ("'{pred}' added", "「{pred}」が挿入"),
    "said_more": ("{number} more edits", "ほか{number}か所"),
    "said_join": ("; ", "、"),
    "confusions_title": ("Most frequent errors", "多い誤り"),
    "histogram_title": ("Samples by {score}", "{score}の分布"),
    "bin_perfect_rate": ("0 %, no error", "0 %(誤りなし)"),
    "bin_perfect_similarity": ("100 %, equal", "100 %(一致)"),
    "bin_zero": ("0 %, counts as 0", "0 %(0点)"),
    "bin_between": ("{low} to {high} %", "{low}〜{high} %"),
    "bin_over": ("over 100 %", "100 %超"),
    "explorer_aligning": ("Aligning …", "対応を調べています…"),
    "explorer_difference": ("Difference", "差"),
    "explorer_edits_note": (
        "Choose one to see its samples. Reference → prediction; – is none.",
        "選ぶと、その誤りを含むサンプルを表示します。正解 → 予測(–は無し)",
    ),
    "explorer_group": ("Group", "グループ"),
    "explorer_groups": ("{score} by group", "グループ別の{score}"),
    "explorer_groups_note": ("The lines are 95 % intervals", "線は95 %信頼区間"),
    "explorer_lengths": ("{score} by tokens of the reference", "正解のトークン数別の{score}"),
    "explorer_lengths_characters": (
        "{score} by characters of the reference",
        "正解の文字数別の{score}",
    ),
    "explorer_next": ("Next", "次へ"),
    "explorer_previous": ("Previous", "前へ"),
    "explorer_none": ("No sample is like this.", "該当するサンプルはありません。"),
    "explorer_open": ("Sample {sample}: alignment", "サンプル{sample}:対応"),
    "explorer_scatter": (
        "{first} and {second}, sample by sample",
        "サンプルごとの{first}と{second}",
    ),
    "explorer_scatter_note": (
        "Across {first}, upwards {second}, 0 to {most}. Choose a point to see its sample.",
        "横軸は{first}、縦軸は{second}(0〜{most})。点を選ぶとサンプルを表示します。",
    ),
    "explorer_search": ("Search the samples", "サンプルを検索"),
    "explorer_shown": (
        "{start} to {end} of {found} ({samples} samples)",
        "{found}件中{start}〜{end}(全{samples}件)",
    ),
    "explorer_tokenizers": ("By other tokenizers", "ほかのトークナイザでは"),
    "explorer_unfilter": ("Without the filter {filter}", "絞り込み「{filter}」を解除"),
    "explorer_unreachable": (
        "The page's server does not answer: try again.",
        "サーバーが応答しません。もう一度お試しください。",
    ),
}
_METHOD: Wording = {
    "signature_intro": (
        "The signature: whoever scores the same texts by the same signature gets the same number.",
        "シグネチャ(計算条件)です。同じテキストを同じシグネチャで採点すれば、同じ値になります。",
    ),
    "definition_mer": (
        "match error rate: errors / (right + errors)",
        "マッチ誤り率:誤り ÷(一致+誤り)",
    ),
    "definition_wil": ("word information lost: 1 - WIP", "失われた単語情報:1 - WIP"),
    "definition_wip": (
        "word information preserved: right² / (reference length x prediction length)",
        "保たれた単語情報:一致² ÷(正解の長さ×予測の長さ)",
    ),
    "snippet_needs": (
        "needs the download levmetrics.json in the same folder",
        "同じフォルダにダウンロードした levmetrics.json が必要です",
    ),
}
WORDING: Wording = {
    **_LABELS,
    **_STEPS,
    **_SCORES,
    **_RATES,
    **_SENTENCES,
    **_NOTICES,
    **_TABLES,
    **_METHOD,
}
