"""What the task document_questions keeps of every document."""

from levmetrics.integrations.lm_eval import task_metrics

process_results = task_metrics("anls:docvqa", "anls:docvqa_stderr", references="answers")
