"""One scoring run: samples are read and measured once, and whatever is asked comes from that.

Everything that scores goes through it: the evaluate modules, the torchmetrics classes, the Trainer
hook, the comparison of systems, the command line and the page. It needs no torch.
"""

from levmetrics.scoring.requests import run_all, score, scoring_of
from levmetrics.scoring.run import Result, Scoring, ScoringRun

__all__ = ["Result", "Scoring", "ScoringRun", "run_all", "score", "scoring_of"]
