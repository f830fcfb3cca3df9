# The public names, for type checkers and for the package, which imports each when it is first used.

from levmetrics.alignment.alignment import align as align
from levmetrics.alignment.alignment import align_all as align_all
from levmetrics.comparison.comparison import Comparison as Comparison
from levmetrics.comparison.comparison import compare as compare
from levmetrics.comparison.gating import assert_not_worse as assert_not_worse
from levmetrics.comparison.gating import gate as gate
from levmetrics.core.names import list_metrics as list_metrics
from levmetrics.core.one_number import anls as anls
from levmetrics.core.one_number import cer as cer
from levmetrics.core.one_number import wer as wer
from levmetrics.core.run import Run as Run
from levmetrics.core.scoring import edit_distance as edit_distance
from levmetrics.core.scoring import (
    normalized_levenshtein_similarity as normalized_levenshtein_similarity,
)
from levmetrics.core.scoring import score as score
from levmetrics.error_rates.error_rate_metric import error_counts as error_counts
from levmetrics.errors import InputError as InputError
from levmetrics.formats.page_files import read_pages as read_pages
from levmetrics.formats.session_files import read_sessions as read_sessions
from levmetrics.formats.session_files import write_sessions as write_sessions
from levmetrics.frames.score_table import score_table as score_table
from levmetrics.integrations.loading import load as load
from levmetrics.integrations.trainer import make_compute_metrics as make_compute_metrics
from levmetrics.normalizers import list_normalizers as list_normalizers
from levmetrics.records.anls_star import anls_star as anls_star
from levmetrics.significance.resampling import Interval as Interval
from levmetrics.tokenizers import get_tokenizer as get_tokenizer
from levmetrics.tokenizers import list_tokenizers as list_tokenizers
from levmetrics.torch import ANLS as ANLS
from levmetrics.torch import ROUGE as ROUGE
from levmetrics.torch import CharErrorRate as CharErrorRate
from levmetrics.torch import EditDistance as EditDistance
from levmetrics.torch import ErrorRates as ErrorRates
from levmetrics.torch import MatchErrorRate as MatchErrorRate
from levmetrics.torch import NormalizedLevenshteinSimilarity as NormalizedLevenshteinSimilarity
from levmetrics.torch import WordErrorRate as WordErrorRate
from levmetrics.torch import WordInfoLost as WordInfoLost
from levmetrics.torch import WordInfoPreserved as WordInfoPreserved
from levmetrics.version import __version__ as __version__
