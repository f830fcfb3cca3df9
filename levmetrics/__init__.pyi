# The public names, for type checkers and for the package, which imports each when it is first used.

from levmetrics.alignment.alignment import align as align
from levmetrics.alignment.alignment import align_all as align_all
from levmetrics.comparison import Comparison as Comparison
from levmetrics.comparison import compare as compare
from levmetrics.error_rates.error_rate_metric import error_counts as error_counts
from levmetrics.errors import InputError as InputError
from levmetrics.formats.page_files import read_pages as read_pages
from levmetrics.formats.session_files import read_sessions as read_sessions
from levmetrics.formats.session_files import write_sessions as write_sessions
from levmetrics.frames.score_table import score_table as score_table
from levmetrics.gating import assert_not_worse as assert_not_worse
from levmetrics.gating import gate as gate
from levmetrics.integrations.loading import load as load
from levmetrics.integrations.trainer import make_compute_metrics as make_compute_metrics
from levmetrics.metric import list_metrics as list_metrics
from levmetrics.metrics import ANLS as ANLS
from levmetrics.metrics import CharErrorRate as CharErrorRate
from levmetrics.metrics import EditDistance as EditDistance
from levmetrics.metrics import ErrorRates as ErrorRates
from levmetrics.metrics import MatchErrorRate as MatchErrorRate
from levmetrics.metrics import NormalizedLevenshteinSimilarity as NormalizedLevenshteinSimilarity
from levmetrics.metrics import WordErrorRate as WordErrorRate
from levmetrics.metrics import WordInfoLost as WordInfoLost
from levmetrics.metrics import WordInfoPreserved as WordInfoPreserved
from levmetrics.normalizers import list_normalizers as list_normalizers
from levmetrics.records.anls_star import anls_star as anls_star
from levmetrics.run import Run as Run
from levmetrics.scoring import anls as anls
from levmetrics.scoring import cer as cer
from levmetrics.scoring import edit_distance as edit_distance
from levmetrics.scoring import (
    normalized_levenshtein_similarity as normalized_levenshtein_similarity,
)
from levmetrics.scoring import score as score
from levmetrics.scoring import wer as wer
from levmetrics.significance.resampling import Interval as Interval
from levmetrics.tokenizers import get_tokenizer as get_tokenizer
from levmetrics.tokenizers import list_tokenizers as list_tokenizers
from levmetrics.version import __version__ as __version__
