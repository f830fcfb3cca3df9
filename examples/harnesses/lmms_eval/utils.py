"""What the task questions_without_pages shows, keeps of every document, and makes of it."""

from levmetrics.integrations.lm_eval import pooled, task_metrics

process_results = task_metrics("anls:docvqa", references="answers")

__all__ = ["pages", "pooled", "process_results"]


def pages(doc: dict) -> list:
    """Show no picture: the questions are here to be scored."""
    return []
