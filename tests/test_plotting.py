"""Plots: what their artists show is what an independent computation gives."""

import io
import json
import re
import subprocess
import sys
import warnings
from collections import Counter
from fractions import Fraction
from statistics import quantiles
from xml.etree import ElementTree

import matplotlib
import pytest
from matplotlib import font_manager
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

from levmetrics import InputError, Run, compare, score
from levmetrics.core.names import get_metric
from levmetrics.plotting import (
    figure_svg,
    plot_confusions,
    plot_rate_by_length,
    plot_rates,
    plot_systems,
)
from levmetrics.rendering.labels import PALETTE
from tests.corpora import OCR, SPEECH
from tests.oracles import edit_distance

PLOTS = [plot_rates, plot_rate_by_length, plot_confusions]


@pytest.fixture(scope="module")
def speech():
    return SPEECH


@pytest.fixture(scope="module")
def ocr():
    return OCR


def bars(figure):
    """Start and height of the bars of each colour that are not empty."""
    found = {name: {} for name in PALETTE}
    names = {to_hex(colour): name for name, colour in PALETTE.items()}
    for bar in figure.axes[0].patches:
        if bar.get_height():
            of_colour = found[names[to_hex(bar.get_facecolor())]]
            of_colour[round(bar.get_x(), 6)] = bar.get_height()
    return found


def legend(figure):
    return [text.get_text() for text in figure.legends[0].get_texts()]


def word_errors(pred, target):
    return edit_distance(pred.split(), target.split())


def wers(preds, references):
    return [
        Fraction(word_errors(pred, target), len(target.split()))
        for pred, target in zip(preds, references, strict=True)
    ]


def test_the_bars_of_a_rate_count_the_samples_up_to_each_end(speech):
    preds = speech.systems["wide_beams"]
    rates = wers(preds, speech.references)
    twentieths = Counter(-(-rate * 20 // 1) - 1 for rate in rates if 0 < rate <= 1)
    figure = plot_rates(score(preds, speech.references))
    assert bars(figure) == {
        "blue": {round(place / 20, 6): count for place, count in twentieths.items()},
        "green": {-0.075: rates.count(0)},
        "vermillion": {1.025: sum(rate > 1 for rate in rates)},
        "orange": {},
        "purple": {},
    }
    wer = sum(map(word_errors, preds, speech.references)) / len(" ".join(speech.references).split())
    assert legend(figure) == [
        f"{100 * wer:.2f} % pooled over all 600 samples",
        f"{rates.count(0)} without an error",
        f"{sum(rate > 1 for rate in rates)} above 100 %",
    ]
    (line,) = figure.axes[0].lines
    assert line.get_xdata() == pytest.approx([wer, wer])


def test_the_bars_of_a_similarity_count_the_samples_from_each_start():
    figure = plot_rates(
        score(["ab", "abcd", "xy", "a", "ac"], ["ab", "abcx", "uv", "a", "ab"], "anls")
    )
    assert bars(figure) == {
        "blue": {0.75: 1, 0.0: 1, 0.5: 1},
        "green": {1.025: 2},
        "vermillion": {},
        "orange": {},
        "purple": {},
    }
    assert legend(figure) == ["65.00 % mean over all 5 samples", "2 without an error"]


def test_a_bar_that_would_dwarf_the_others_is_cut_and_says_its_height():
    preds = ["a b"] * 1000 + ["a c"] * 3
    axes = plot_rates(score(preds, ["a b"] * 1003)).axes[0]
    assert axes.get_ylim()[1] < 5
    assert [text.get_text() for text in axes.texts] == ["1,000 →"]
    axes = plot_rates(score(preds[-5:], ["a b"] * 5)).axes[0]
    assert axes.get_ylim()[1] >= 3
    assert not axes.texts


def test_the_axis_ends_where_all_but_a_hundredth_of_the_rates_do():
    target = "a " * 50
    preds = [target] * 199 + ["a " * 49 + "b"] * 200 + ["b " * 50]
    figure = plot_rates(score(preds, [target] * 400))
    assert legend(figure)[1:] == ["199 without an error", "1 above 5 %"]


def line_by_length(figure):
    """The middle of each group of lengths, with its score."""
    (line,) = figure.axes[0].lines
    return dict(zip(line.get_xdata(), line.get_ydata(), strict=True))


def quartile_lines(figure):
    lines = figure.axes[0].collections[-1].get_segments()
    return {segment[0][0]: [segment[0][1], segment[1][1]] for segment in lines}


def test_the_line_by_length_joins_pooled_rates_and_quartiles_of_samples_of_one_length(speech):
    preds, references = speech.systems["wide_beams"], speech.references
    chosen = [i for i, text in enumerate(references) if len(text.split()) in (8, 12, 17)]
    preds, references = [preds[i] for i in chosen], [references[i] for i in chosen]
    rates = wers(preds, references)
    groups = {length: [] for length in (8, 12, 17)}
    for rate, text in zip(rates, references, strict=True):
        groups[len(text.split())].append(rate)
    figure = plot_rate_by_length(score(preds, references))
    assert line_by_length(figure) == pytest.approx(
        {length: float(sum(group) / len(group)) for length, group in groups.items()}
    )
    quartiles = quartile_lines(figure)
    for length, group in groups.items():
        low, _, high = quantiles(map(float, group), n=4, method="inclusive")
        assert quartiles[length] == pytest.approx([low, high])


@pytest.mark.parametrize("metric", ["cer", "anls"])
def test_every_sample_with_a_reference_is_in_a_hexagon(metric, ocr):
    preds, references = [*ocr.systems["reading"], "x", ""], [*ocr.references, "", ""]
    figure = plot_rate_by_length(score(preds, references, metric))
    hexagons = figure.axes[0].collections[0]
    assert hexagons.get_array().sum() == len(ocr.references)
    assert figure.axes[0].get_xlabel() == "length of the reference (characters)"
    assert figure.axes[1].get_ylabel() == "samples in a hexagon"


def test_a_rate_above_the_end_of_the_axis_is_drawn_at_its_end():
    figure = plot_rate_by_length(score(["a", "x y z"], ["a", "b"]))
    heights = figure.axes[0].collections[0].get_offsets()[:, 1]
    assert max(heights) == pytest.approx(1, abs=0.1)
    assert figure.axes[0].get_ylim()[1] < 1.1


def test_groups_by_length_hold_about_as_many_samples_each():
    references = [" ".join("a" * length) for length in range(1, 121)]
    middles = [*line_by_length(plot_rate_by_length(score(references, references)))]
    assert middles == [5.5 + 10 * group for group in range(12)]


def cells(figure):
    """The written counts by the labels of row and column."""
    axes = figure.axes[0]
    rows, columns = (
        [label.get_text() for label in labels]
        for labels in (axes.get_yticklabels(), axes.get_xticklabels())
    )
    return {
        (rows[int(text.get_position()[1])], columns[int(text.get_position()[0])]): text.get_text()
        for text in axes.texts
    }


def test_the_cells_of_the_heat_map_are_the_most_frequent_confusions():
    preds = ["the cat"] * 3 + ["a bat"] * 2 + ["a"] * 4 + ["a cat bat"] + ["x dog"]
    references = ["a cat"] * 3 + ["a cat"] * 2 + ["a cat"] * 4 + ["a cat"] + ["y dog"]
    run = score(preds, references)
    found = {("a", "the"): "3", ("cat", "bat"): "2", ("cat", "del."): "4", ("ins.", "bat"): "1"}
    assert cells(plot_confusions(run, 2)) == found
    assert cells(plot_confusions(run)) == {**found, ("y", "x"): "1"}


def test_the_heat_map_has_a_cell_for_each_confusion_of_its_characters(ocr):
    run = score(ocr.systems["reading"], ocr.references, "cer")
    found = cells(plot_confusions(run, 12))
    for target, pred, count in run.confusions(12).substitutions:
        assert found[target.replace(" ", "␣"), pred.replace(" ", "␣")] == str(count)


HOSTILE = ["$x$", "<b>&", "日本語", "العربية", "\u202eab", "\ufffe", "ab" * 30, 'id="x"']


def test_labels_of_every_script_are_as_they_are(tmp_path):
    run = score([f"{word}! same" for word in HOSTILE], [f"{word} same" for word in HOSTILE])
    systems = {word: ["a", "b"] for word in HOSTILE}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        if "Noto Sans CJK JP" not in font_manager.get_font_names():
            warnings.filterwarnings("ignore", "Glyph .* missing")
        warnings.filterwarnings("ignore", "Glyph 65534")
        warnings.filterwarnings("ignore", "2 samples are too few")
        figures = [plot_confusions(run), plot_systems(compare(systems, ["a", "b"]))]
        for figure in figures:
            figure.savefig(tmp_path / "figure.png")
            ElementTree.fromstring(figure_svg(figure))
            labels = [label.get_text() for label in figure.axes[0].get_yticklabels()]
            assert {"$x$", "<b>&", "日本語", "العربية", "⟨202E⟩ab"} <= {*labels}
            assert max(map(len, labels)) <= 30


def test_systems_are_drawn_in_their_order_with_their_intervals(speech):
    comparison = compare(speech.systems, speech.references)
    axes = plot_systems(comparison).axes[0]
    assert [label.get_text() for label in axes.get_yticklabels()] == ["wide_beams", "narrow_beams"]
    assert axes.yaxis_inverted()
    scores = [system["wer"] for system in comparison["systems"].values()]
    assert [*axes.lines[0].get_xdata()] == scores
    (intervals,) = axes.collections
    for row, (ends, system) in enumerate(
        zip(intervals.get_segments(), comparison["systems"].values(), strict=True)
    ):
        assert ends[:, 0] == pytest.approx(system["wer_interval"])
        assert [*ends[:, 1]] == [row, row]
    assert [text.get_text() for text in axes.texts] == [f"{100 * wer:.2f} %" for wer in scores]
    assert axes.get_xlabel() == "WER (lower is better)"


@pytest.mark.parametrize("plot", PLOTS)
def test_svg_is_the_same_each_time(plot, ocr):
    run = score(ocr.systems["reading"], ocr.references, "cer")
    figure = plot(run)
    svg = figure_svg(figure)
    figure.savefig(io.BytesIO(), format="png", dpi=70)
    assert svg == figure_svg(figure) == figure_svg(plot(run))


def test_svg_keeps_text_and_its_ids_are_its_own(ocr):
    run = score(ocr.systems["reading"], ocr.references, "cer")
    svgs = [figure_svg(plot(run)) for plot in PLOTS]
    roots = [*map(ElementTree.fromstring, svgs)]
    ids = [element.get("id") for root in roots for element in root.iter() if element.get("id")]
    assert len(ids) == len({*ids})
    for svg, root in zip(svgs, roots, strict=True):
        assert svg.startswith("<svg ")
        assert "date" not in svg
        links = re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', svg)
        assert {"".join(link) for link in links} <= {*ids}
        assert root.get("role") == "img"
        assert root.get("aria-label").endswith(("sample", "reference", "characters"))
        (style,) = root.iter("{http://www.w3.org/2000/svg}style")
        assert style.text.startswith(f"#{root.get('id')} ")
    assert {"パ", "、", "ins."} <= set(roots[2].itertext())
    assert all("currentColor" in svg for svg in svgs)


def test_plots_are_made_without_pyplot_and_leave_the_settings_as_they_were(speech):
    before = dict(matplotlib.rcParams)
    for plot in PLOTS:
        assert type(plot(score(["a b"], ["a c"]))) is Figure
    assert dict(matplotlib.rcParams) == before
    code = (
        "import sys, levmetrics.plotting as p; assert 'matplotlib' not in sys.modules\n"
        "from levmetrics import score; p.plot_rates(score(['a'], ['b']))\n"
        "assert 'matplotlib.pyplot' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("plot", PLOTS)
def test_without_matplotlib_a_plot_says_how_to_install_it(plot, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    message = r"a plot needs matplotlib; install it with pip install 'levmetrics\[plot\]'"
    with pytest.raises(ImportError, match=message):
        plot(score(["a"], ["b"]))


def test_what_cannot_be_drawn_is_refused():
    run = score(["a"], ["b"])
    for plot in PLOTS:
        with pytest.raises(InputError, match="score all of them in one run"):
            plot(run + run)
    for plot in (plot_rate_by_length, plot_confusions):
        with pytest.raises(InputError, match="nested values, which have no tokens to align"):
            plot(score([{"a": 1}], [{"a": 2}], "star"))
    for n in (0, 2.5, True):
        with pytest.raises(InputError, match=f"n is {n}; give a whole number from 1"):
            plot_confusions(run, n)


RUN = score(["a", "b"], ["a", "c"])
with warnings.catch_warnings(action="ignore"):
    COMPARISON = compare({"old": RUN, "new": RUN}, n_resamples=20)


@pytest.mark.parametrize("plot", PLOTS)
@pytest.mark.parametrize(
    ("given", "said"),
    [
        (None, "None"),
        (RUN.result(), "of type dict"),
        (RUN.score, "of type float"),
        ([RUN], "of type list"),
        (COMPARISON, "of type Comparison"),
    ],
)
def test_a_plot_of_a_run_refuses_whatever_is_none(plot, given, said):
    with pytest.raises(
        InputError, match=rf"^run is {said}; give the run itself, as score\(\.\.\.\)"
    ):
        plot(given)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (None, "None"),
        (RUN, "of type Run"),
        (RUN.score, "of type float"),
        ([COMPARISON], "of type list"),
        (RUN.result(), "a dictionary without 'score'"),
        (COMPARISON.runs, "a dictionary without 'score'"),
        ({"score": "wer"}, "a dictionary without 'systems'"),
    ],
)
def test_a_plot_of_systems_refuses_what_is_no_comparison(given, said):
    message = rf"^comparison is {said}; give the comparison itself, as compare\(\.\.\.\)"
    with pytest.raises(InputError, match=message):
        plot_systems(given)


def test_a_comparison_that_was_read_from_json_is_drawn():
    assert plot_systems(json.loads(json.dumps(COMPARISON))).axes


@pytest.mark.parametrize("given", [None, RUN, plot_rates(RUN).axes[0]])
def test_an_svg_is_of_a_figure_alone(given):
    message = r"^figure is .*; give a figure of matplotlib, as run\.plot\(\.\.\.\)"
    with pytest.raises(InputError, match=message):
        figure_svg(given)


@pytest.mark.parametrize(("preds", "references"), [([], []), (["x"], [""]), (["a"], ["a"])])
@pytest.mark.parametrize("plot", PLOTS)
def test_little_to_draw_gives_a_figure(plot, preds, references):
    assert figure_svg(plot(Run.of(get_metric("wer", options={}), preds, references)))


def test_a_figure_without_anything_says_so():
    note = {plot_rate_by_length: "no references with tokens", plot_confusions: "no substitutions"}
    for plot, text in note.items():
        assert [note.get_text() for note in plot(score([""], [""])).axes[0].texts] == [text]


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    ("metric", "options"), [("keywords", {"keywords": ["a"]}), ("openasr", {})]
)
def test_samples_without_anything_to_score_are_in_no_plot(metric, options):
    if metric == "openasr":
        pytest.importorskip("whisper_normalizer")
    run = score(["a b", "x", ""], ["a c", "um", "um"], metric, **options)
    bars = plot_rates(run).axes[0].patches
    assert sum(bar.get_height() for bar in bars) == 1
    plot_rate_by_length(run)
