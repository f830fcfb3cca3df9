"""Logging of reports to MLflow, Weights & Biases and TensorBoard, one file per tracker.

Each has a function ``log`` that takes a report (:meth:`levmetrics.core.run.Run.report`); after each
evaluation of a ``Trainer``, :class:`levmetrics.integrations.trackers.metrics_report.MetricsReport`
calls it.
"""
