import csv
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from levmetrics import InputError, error_counts
from levmetrics.alternatives.glm import read_glm
from levmetrics.inputs.columns import prediction_column
from tests.shell import run

DATA = Path(__file__).parents[1] / "data" / "nist"
ENGLISH = DATA / "en20030506.glm"


def rewritten(rules, text, side="predictions"):
    (found,) = rules.rewritten(prediction_column(text), side).texts.to_pylist()
    return found


def rules_of(folder, text):
    path = folder / "en.glm"
    path.write_text(text)
    return read_glm(path)


def counts(path):
    """Return the texts and the counts of the lines of a file."""
    rows = [*csv.reader(path.open(), delimiter="\t", quoting=csv.QUOTE_NONE)]
    return [row[:-4] for row in rows], [tuple(map(int, row[-4:])) for row in rows]


def counted(references, predictions, rules):
    found = error_counts(predictions, references, equivalences=rules, costs="nist")
    columns = (found.hits, found.substitutions, found.deletions, found.insertions)
    return [*zip(*(column.tolist() for column in columns), strict=True)]


@pytest.mark.parametrize(
    ("name", "encoding", "number"),
    [
        ("en20030506.glm", None, 1612),
        ("example.glm", None, 102),
        ("ma970904.glm", "gb18030", 6),
    ],
)
def test_nists_files_are_read_whole(name, encoding, number):
    assert len(read_glm(DATA / name, encoding).rules) == number


@pytest.mark.parametrize(
    ("text", "side", "expected"),
    [
        ("i can't go", "predictions", "I { CAN NOT / CANNOT } GO"),
        ("i can't go", "references", "I CAN'T GO"),  # contractions are of system output there
        ("uh um mhm", "references", "%HESITATION %HESITATION %BCACK"),
        ("t. shirt", "references", "TEE SHIRT"),
        ("t. rex", "references", "T. REX"),
        ("william falkner", "references", "WILLIAM FAULKNER"),
        ("bill falkner", "references", "BILL FALKNER"),
        ("advisers", "references", "ADVISORS"),
        ("(gonna) go", "references", "(GOING) (TO) GO"),
        ("{ uh / um } { uh / i }", "references", "%HESITATION { %HESITATION / I }"),
        ("it was (odd", "references", "IT WAS (ODD"),
        ("webster's", "predictions", "{ WEBSTER'S / WEBSTER IS / WEBSTER HAS }"),
    ],
)
def test_texts_are_rewritten_as_csrfilt_does(text, side, expected):
    assert rewritten(read_glm(ENGLISH), text, side) == expected


def test_500_utterances_have_sclites_counts_after_its_own_filter():
    texts, expected = counts(DATA / "en20030506.counts.tsv")
    references, predictions = zip(*texts, strict=True)
    assert counted([*references], [*predictions], read_glm(ENGLISH)) == expected
    assert counted([*references], [*predictions], None) != expected


def test_a_conversation_has_sclites_counts_in_each_of_its_segments(tmp_path):
    untagged = {name: tmp_path / name for name in ("lvc_refe.stm", "lvc_hyp.ctm")}
    for name, path in untagged.items():
        text = re.sub(r";+tag\d;*", "", (DATA / name).read_text())
        text = re.sub(r"\S+ \S+ \* +\* +<ALT>\n.*?(?=\n.*<ALT_END>)", "", text, flags=re.DOTALL)
        path.write_text(re.sub(r"\n.*<ALT_\w+>|^\s*(?=\n)", "", text))
    details = tmp_path / "samples.csv"
    command = ["wer", *map(str, untagged.values()), "--costs", "nist", "--glm", str(ENGLISH)]
    run(*command, "--details", details)
    names = ("hits", "substitutions", "deletions", "insertions")
    rows = csv.DictReader(details.open(encoding="utf-8-sig"))
    found = [tuple(int(row[name]) for name in names) for row in rows]
    _, expected = counts(DATA / "lvc_refe.counts.tsv")
    assert found == expected


@pytest.mark.skipif(not shutil.which("sctk"), reason="sclite is not installed")
def test_the_stored_counts_are_sclites(tmp_path):
    texts, expected = counts(DATA / "en20030506.counts.tsv")
    # Without "ctm", its rules for system output would not hold for trn files.
    glm = ENGLISH.read_text().replace('"ctm"', '"hyp"')
    (tmp_path / "hyp.glm").write_text(glm)
    for side, lines in zip(("ref", "hyp"), zip(*texts, strict=True), strict=True):
        lines = "".join(f"{line} (u-{i:03d})\n" for i, line in enumerate(lines))
        filtered = subprocess.run(
            ["sctk", "csrfilt.sh", "-i", "trn", "-t", side, str(tmp_path / "hyp.glm")],
            input=lines,
            capture_output=True,
            text=True,
            check=True,
        )
        (tmp_path / f"{side}.trn").write_text(filtered.stdout)
    files = f"-r {tmp_path}/ref.trn trn -h {tmp_path}/hyp.trn trn -i spu_id -D -o pra stdout"
    done = subprocess.run(
        ["sctk", "sclite", *files.split()], capture_output=True, text=True, check=True
    )
    found = re.findall(r"Scores: \(#C #S #D #I\) (\d+) (\d+) (\d+) (\d+)", done.stdout)
    assert [tuple(map(int, each)) for each in found] == expected


def test_a_rule_replaces_in_every_text_what_stands_in_its_context(tmp_path):
    rules = rules_of(
        tmp_path,
        ";; comment\n* name \"en\"\n* case_sensitive = 'F'\n\n"
        "[GONNA] => [GOING TO] / [ ] __ [ ]  ;; why\n"
        "BAGDAD => BAGHDAD\n"
        '" OK " => " OKAY "\n'
        "T. => TEE / __ [ SHIRT]\n"
        "uh => / [ ] __ [ ]\n"
        "[RECURSIVE] => [{RECURSIVE/RECUR {SIVE / SI VE}}] / [ ] __A [ ]\n",
    )
    assert rewritten(rules, "we gonna  Gonnas") == "WE GOING TO GONNAS"
    assert rewritten(rules, "ok bagdadis ok") == "OKAY BAGHDADIS OKAY"
    assert rewritten(rules, "t. shirt t. uh") == "TEE SHIRT T."
    assert error_counts("we recur si ve", "we recursive", equivalences=rules).wer == 0
    assert repr(rules).startswith("en[")


def test_the_first_rule_that_fits_counts_and_none_sees_what_another_wrote(tmp_path):
    rules = rules_of(tmp_path, "a b => x\na => y\nx => z\n")
    assert [rewritten(rules, text) for text in ("a b", "a c", "x")] == ["X", "Y C", "Z"]


def test_case_counts_where_a_file_says_so(tmp_path):
    rules = rules_of(tmp_path, "* case_sensitive = 'T'\nUh => um\n")
    assert rewritten(rules, "Uh uh") == "um uh"


def test_rules_of_a_kind_of_input_are_for_its_side(tmp_path):
    rules = rules_of(
        tmp_path,
        'a => all\n;; INPUT_DEPENDENT_APPLICATION = "CTM|hyp"\nb => heard\n'
        ';; INPUT_DEPENDENT_APPLICATION = "stm"\nc => said\n',
    )
    assert rewritten(rules, "a b c", "predictions") == "ALL HEARD C"
    assert rewritten(rules, "a b c", "references") == "ALL B SAID"


def test_of_the_alternatives_of_a_prediction_the_nearest_counts_on_both_sides(tmp_path):
    rules = rules_of(tmp_path, "he's => {he is / he has}\ncan't => {can not / cannot}\n")
    references = ["he has it", "{ he is / she } in", "i cannot (uh) go", "he went"]
    found = error_counts(
        ["he's it", "he's in", "i can't go", "he's"], references, equivalences=rules
    )
    assert found.errors.tolist() == [0, 0, 0, 1]
    several = error_counts(["he's it"], [["she is it", "he has it"]], equivalences=rules)
    assert several.errors.tolist() == [0]
    joined = error_counts("he's in", "{ heis / she } in", equivalences=rules, compounds="merge")
    assert joined.errors.tolist() == [0]


def test_a_long_prediction_with_many_alternatives_needs_no_list_of_its_wordings(tmp_path):
    rules = rules_of(tmp_path, "he's => {he is / he has}\n")
    found = error_counts("he's in " * 40, "he has in he is in " * 20, equivalences=rules)
    assert (found.wer, found.hits.sum()) == (0, 120)


def test_many_alternatives_on_both_sides_are_refused(tmp_path):
    rules = rules_of(tmp_path, "he's => {he is / he has}\n")
    with pytest.raises(InputError, match=r"predictions\[0\] stands for more than 1,000 wordings"):
        error_counts("he's in " * 11, "{ he / she } in", equivalences=rules)


def test_alternatives_in_brackets_beside_a_glm_file_are_refused(tmp_path):
    rules = rules_of(tmp_path, "a => b\n")
    with pytest.raises(InputError, match="alternatives is 'brackets', but the rules of a GLM"):
        error_counts("a", "a", equivalences=rules, alternatives="brackets")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a b\n", "en.glm, line 1: 'a b' is not a rule; a rule is written 'gonna => going to"),
        (" => b\n", "en.glm, line 1: '=> b' has an empty phrase"),
        ("a => {b / c\n", "en.glm, line 1: 'a => {b / c' opens and closes braces unequally"),
        ("", "en.glm has no rule; a rule is written 'gonna => going to / [ ] __ [ ]'"),
        (';; none\n* name "en"\n', "en.glm has no rule; a rule is written"),
        (
            'a => b\n;; INPUT_DEPENDENT_APPLICATION = "("\n',
            "en.glm, line 2: '(' is not a regular expression",
        ),
    ],
)
def test_a_faulty_glm_file_is_refused_with_its_line(tmp_path, text, message):
    with pytest.raises(InputError) as raised:
        rules_of(tmp_path, text)
    assert str(raised.value).startswith(message)
