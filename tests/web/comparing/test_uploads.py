"""What is wrong with an uploaded side is said of it, and of no other."""

import pytest

from levmetrics.errors import InputError
from levmetrics.web import uploads
from levmetrics.web.comparing.checks import SideNotes, SidesError
from levmetrics.web.comparing.uploads import UploadValues, drawn_upload_notes, uploaded_systems
from levmetrics.web.error_messages import error_message
from levmetrics.web.reading.read_as import FileColumn
from levmetrics.web.scored import Given

FILES = {"ref.txt": "a\nb\n", "old.txt": "a\nb\n", "new.txt": "a\nc\n"}


@pytest.fixture
def read(tmp_path):
    """Read the systems of uploaded files."""

    def systems(files, references="ref.txt", systems=("old.txt", "new.txt"), **more):
        for name, content in files.items():
            (tmp_path / name).write_text(content)
        paths = [str(tmp_path / name) for name in files]
        columns = [None if name is None else written(name) for name in (references, *systems)]
        values = UploadValues(
            paths,
            uploads.written(paths),
            columns[0],
            columns[1:],
            more.get("groups"),
            more.get("by_order"),
        )
        return uploaded_systems(values)

    return systems


def written(name):
    file, _, key = name.partition(":")
    return FileColumn(file, key).written()


def refused(read, files, **choices):
    with pytest.raises(SidesError) as error:
        read(files, **choices)
    return error.value.notes


def test_systems_are_named_by_their_files(read):
    systems = {"old": ["a", "b"], "new": ["a", "c"]}
    assert read(FILES) == Given(["a", "b"], systems)


def test_each_system_that_does_not_fit_is_named_and_the_others_are_not(read):
    files = {**FILES, "new.txt": "a\n", "mine.txt": "a\nb\nc\n"}
    notes = refused(read, files, systems=("old.txt", "new.txt", "mine.txt"))
    assert [str(note).partition(";")[0] for note in notes.systems] == [
        "new: ref.txt has 2 samples, and new.txt 1",
        "mine: ref.txt has 2 samples, and mine.txt 3",
    ]
    assert notes.references is notes.groups is None


def test_references_that_cannot_be_read_are_the_only_ones_at_fault(read):
    notes = refused(read, {**FILES, "ref.txt": "\n".join("a" * 20_001) + "\n"})
    assert "more than the 20,000 of this page" in str(notes.references)
    assert not notes.systems


def test_groups_that_do_not_fit_are_said_of_the_groups(read):
    notes = refused(read, {**FILES, "who.txt": "ann\n"}, groups=written("who.txt"))
    assert str(notes.groups).startswith("ref.txt has 2 samples, and who.txt 1;")
    assert not notes.systems


def test_a_system_that_is_the_references_is_said_of_that_system(read):
    notes = refused(read, FILES, systems=("old.txt", "ref.txt"))
    (note,) = notes.systems
    assert str(note).startswith("ref: the references and the predictions of ref are both ref.txt")


@pytest.mark.parametrize(
    ("choices", "side"),
    [
        ({"references": None}, "references"),
        ({"systems": ("old.txt",)}, "systems"),
        ({"systems": ("old.txt", None)}, "systems"),
        ({"groups": "no column"}, "groups"),
    ],
)
def test_what_is_not_chosen_is_asked_for_at_its_own_side(read, choices, side):
    notes = refused(read, FILES, **choices)
    assert [name for name in SideNotes._fields if getattr(notes, name)] == [side]


def test_a_system_is_refused_in_the_visitors_language(read):
    (note,) = refused(read, {**FILES, "new.txt": "a\n"}).systems
    assert error_message(note, "ja").startswith(
        "new:ref.txtは2件、new.txtは1件で、数が合いません。"
    )


def test_files_of_which_some_have_ids_are_compared_once_their_order_is_told(read):
    files = {**FILES, "ref.csv": "id,ref\n2,a\n1,b\n"}
    with pytest.raises(InputError, match=r"^ref\.csv has a column of ids, and old\.txt has none"):
        read(files, references="ref.csv:ref")
    given = read(files, references="ref.csv:ref", by_order=uploads.SAME_ORDER)
    assert (given.references, given.ids) == (["a", "b"], ["2", "1"])


def test_a_fault_of_no_side_alone_is_said_of_them_all(read):
    with pytest.raises(InputError, match="there are no files yet"):
        read({})


def test_every_note_is_drawn_below_the_choice_of_its_side():
    references, systems, groups = drawn_upload_notes(
        "ja", SideNotes(systems=[InputError("new: <b>"), InputError("old: x")])
    )
    assert references == groups == ""
    assert systems.count('class="lev-refusal"') == 2
    assert "new: &lt;b&gt;" in systems
    assert 'aria-label="閉じる"' in systems
