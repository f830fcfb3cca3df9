"""Reports of texts, scored and reported in one call."""

from inspect import signature

from levmetrics.core.names import get_metric
from levmetrics.core.scoring import score_systems
from levmetrics.reports.report import report_of_runs

_OPTIONS = {*signature(report_of_runs).parameters}


def report(systems, references, metric="wer", *, ids=None, groups=None, **options):
    """Return a report on texts, with options of the report and of the metric."""
    given = {name: options.pop(name) for name in _OPTIONS & {*options}}
    chosen = get_metric(metric, options=options)
    runs = score_systems(chosen, systems, references, ids=ids, groups=groups)
    return report_of_runs(runs, **given)
