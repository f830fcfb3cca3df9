"""Real headings of tables, and bodies of tables, each row of which may be the first."""

from tests.corpora import OCR, SPEECH


def pairs(written):
    """Pairs as they are written: ``a | b / c | d``."""
    lines = (pair for line in written.strip().split("\n") for pair in line.strip().split(" / "))
    return [tuple(text.strip() for text in pair.split("|")) for pair in lines]


# Of two columns of texts, as people name them.
HEADINGS = pairs("""
    reference | hypothesis / ref | hyp / REF | HYP / Reference | Prediction / y_true | y_pred
    y | y_hat / system_a | system_b / sys1 | sys2 / System A | System B / Model A | Model B
    text_1 | text_2 / text1 | text2 / hyp1 | hyp2 / before | after / Before | After
    original | corrected / source | target / src | tgt / gold | system / gt | pred
    truth | output / Ground Truth | OCR Output / label | prediction / expected | actual
    Human | Whisper v3 / human transcript | machine transcript / manual | auto
    wav2vec2 | whisper-large-v3 / google | azure / baseline | ours
    Transcript 1 | Transcript 2 / annotator_1 | annotator_2 / rater A | rater B
    transcription | sentence / raw_text | clean_text / refText | hypText / text | normalized
    answer | response / Anna | Ben / foo | bar / x | y / A | B / col1 | col2 / 0 | 1 / V1 | V2
    Reference text | Recognised text / What was said? | What did the model hear?
    Please transcribe clip A | Please transcribe clip B
    The text that was read aloud | The text that was recognised / Column1 | Column2
    First pass by Anna | Second pass by Ben / left | right / old | new / Referenz | Hypothese
    Vorlage | Erkennung / Soll | Ist / Original | Übersetzung / Mensch | Maschine
    Erwarteter Text | Erkannter Text / Quelle | Ziel / referencia | hipótesis
    texto original | texto reconocido / Esperado | Obtenido / référence | hypothèse
    Texte de référence | Texte reconnu / attendu | obtenu / riferimento | ipotesi
    referência | hipótese / referentie | voorspelling / эталон | гипотеза
    Текст | Распознавание / оригинал | перевод / المرجع | الفرضية / संदर्भ | अनुमान
    อ้างอิง | ผลลัพธ์ / tham chiếu | dự đoán / referans | tahmin / 정답 | 예측 / 원문 | 번역문
    참조 | 가설 / 정답 문장 | 인식 결과 / 正解 | 予測 / 原文 | 訳文 / 参照 | 仮説
    人手 | 自動 / 正解文 | 認識文 / 正解テキスト | 認識結果 / 書き起こし | 音声認識結果
    修正前 | 修正後 / 入力 | 出力 / システムA | システムB / モデル1 | モデル2
    元の文 | 直した文 / 期待値 | 実測値 / 手入力のテキスト | OCRのテキスト / 旧 | 新 / 誤 | 正
    参考 | 预测 / 参考文本 | 识别结果 / 原文 | 译文 / 标注 | 识别 / 模型A | 模型B
    正确答案 | 模型输出 / 參考 | 預測 / 標註文本 | 識別結果 / 人工 | 机器
""")

BODIES = {  # pairs of reference and hypothesis
    "english": [*zip(SPEECH.references, SPEECH.systems["narrow_beams"], strict=True)][:80],
    "japanese": [*zip(OCR.references, OCR.systems["reading"], strict=True)][:80],
    "short english": pairs("""
        yes sir | yes sit / thank you | you / okay | mister / no | now
        hello there | hello there / uh huh | aha / good morning | good morning
        well yes | well. / where are you now | who are you / stop | top
        what did you say | what did he say / I see. | I see / oh no | own
    """),
    "words": pairs("""
        yes | yes / no | go / up | up / down | town / left | lift / right | write / on | on
        off | of / stop | stop / go | no / backward | forward / zero | hero / house | mouse
        marvin | sheila / text | test / label | table / key | he / target | targets
        gold | cold / answer | dancer / voice | boys / model | modal / human | humane
        source | sauce / reference | preference / output | outputs
    """),
    "labels": pairs("""
        cat | cat / dog | cat / cat | dog / bird | bird / dog | dog
    """)
    * 4,
    "chinese": pairs("""
        今天天气很好 | 今天天汽很好 / 你好 | 您好 / 请把窗户打开 | 请把窗户打开
        他昨天没有来上班 | 他昨天没有来上半 / 谢谢 | 谢 / 我想喝一杯水 | 我想喝一杯
        这个城市的交通非常拥挤 | 这个城市的交通非常用挤 / 再见 | 在见 / 好的 | 好
    """),
    "japanese words": pairs("""
        いぬ | いね / 正解 | 正確 / 番号 | 番号 / 東京 | 東亰 / はい | ええ / 文 | 丈
        学校 | 学枚 / 電車 | 電車 / 入力 | 人力 / 出口 | 山口
    """),
    "german": pairs("""
        Die Größe der Straße überrascht | Die Größe der Straße überraschte
        Äpfel sind süß | Äpfel sind sauer / Ja | Ja / Guten Morgen | Guten Morgen
        Wie spät ist es jetzt | Wie spät ist es / Das ist nicht wahr | Das ist nicht klar
        Danke | Tanke / Ich habe keine Ahnung davon | Ich habe keine Ahnung
    """),
    "spanish": pairs("""
        el gato está en la casa | el pato está en la casa / sí | si / gracias | gracias
        buenos días a todos | buenos días todos / no lo sé | no sé
        ¿dónde está la estación? | ¿dónde está la estación? / hola | ola
    """),
    "russian": pairs("""
        добрый день | добрый день / я не знаю | я знаю / спасибо | спасибо
        где находится вокзал | где находится вокзал / да | да
        сегодня хорошая погода | сегодня хорошо
    """),
    "digits": pairs("""
        7 | 7 / 12 | 12 / 3 | 8 / 40 | 14 / 5 | 5 / 0 | 0 / 1 | 2
    """),
    "plates": pairs("""
        TAXI | TAX1 / AB 123 | A8 123 / XY 77 | XY 77 / KLM 4 | KLM 4
    """),
    "codes": pairs("""
        AB12 | A812 / TAXI | TAX1 / CD34 | CD34 / EF56 | EF5G / GH78 | GH78
    """),
    "empty": [("", "uh"), ("a b", "a b"), ("c d e", ""), ("f", "f"), ("", "")],
}

KEYS = {  # of rows, by their numbers
    "nothing": None,
    "counts from 0": str,
    "counts from 1": lambda n: str(n + 1),
    "ids": lambda n: f"utt-{n:04}",
    "ids of LibriSpeech": lambda n: f"{1000 + n * 7}-{n % 9}-{n:04}",
    "files": lambda n: f"clips/common_{n}.mp3",
    "durations": lambda n: f"{(n * 37 % 50) / 10:.2f}",
}
NAMES_OF_KEYS = ["id", "", "n", "Nr.", "foo", "番号"]


def keyed(kind, rows):
    """Rows with a key of a kind before the texts of each."""
    make = KEYS[kind]
    return [row if make is None else (make(n), *row) for n, row in enumerate(rows)]
