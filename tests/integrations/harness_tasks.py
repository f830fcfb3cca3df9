"""The examples' tasks: their documents, and what a model answers."""

import json
from pathlib import Path

ROOT = Path(__file__).parents[2]
TASKS = ROOT / "examples/harnesses"
ANSWERS = {
    "What is the total of the invoice?": "$1,250.0",
    "Who signed the letter?": "mary  shelly",
    "In which year was the report written?": "2007",
    "請求書の宛名は誰ですか。": "山田商会",
    "How many pages has the contract?": "Three",
}
HEARD = {
    "who is there": "is there",
    "the caravan was divided into three compartments": "the caravan was divided in compartments",
    "今日は良い天気です": "今日はいい天気です",
}


def documents(name):
    text = (TASKS / name / "test.jsonl").read_text("utf-8")
    return [json.loads(line) for line in text.splitlines()]


def answer_to(prompt):
    return next(answer for said, answer in (ANSWERS | HEARD).items() if said in prompt)
