"""The classes in a LightningModule: logged, in half precision, and after a checkpoint."""

import lightning
import pytest
import torch
from torch.utils.data import DataLoader

from levmetrics import ErrorRates, WordErrorRate
from tests.torch.makers import PREDS, TARGET, assert_same, scored

# More samples than bfloat16 counts (256) and float16 holds exactly (2,048).
SAMPLES = [*zip(PREDS * 600, TARGET * 600, strict=True)]


class Recogniser(lightning.LightningModule):
    """A module that recognises nothing: what it heard comes with the batch."""

    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(1, 1)
        self.wer = WordErrorRate()
        self.rates = ErrorRates()

    def training_step(self, batch, _):
        return self.layer(torch.ones(1, 1, dtype=self.dtype)).sum()

    def validation_step(self, batch, _):
        preds, target = batch
        self.rates.update(preds, target)
        self.wer(preds, target)
        self.log("wer", self.wer, on_step=False, on_epoch=True, batch_size=len(preds))

    def on_validation_epoch_end(self):
        self.computed = self.rates.compute()
        self.rates.reset()

    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), lr=0.01)


def loader():
    return DataLoader(SAMPLES, batch_size=128, collate_fn=lambda rows: [*zip(*rows, strict=True)])


def trainer(folder, **options):
    return lightning.Trainer(
        accelerator="cpu",
        max_epochs=2,
        limit_train_batches=1,
        num_sanity_val_steps=1,
        logger=False,
        enable_progress_bar=False,
        enable_model_summary=False,
        default_root_dir=folder,
        **options,
    )


@pytest.mark.filterwarnings(
    "ignore::UserWarning",
    "ignore::lightning.fabric.utilities.rank_zero.LightningDeprecationWarning",
)
@pytest.mark.parametrize("precision", ["32-true", "bf16-true", "16-true", "bf16-mixed"])
def test_every_epoch_has_the_exact_counts_and_rate_in_every_precision(precision, tmp_path):
    module = Recogniser()
    fit = trainer(tmp_path, precision=precision)
    fit.fit(module, loader(), loader())
    preds, target = map(list, zip(*SAMPLES, strict=True))
    assert_same(module.computed, scored(ErrorRates(), preds, target))
    exact = float(scored(WordErrorRate(), preds, target))
    assert float(fit.callback_metrics["wer"]) == pytest.approx(exact, abs=1e-7)
    (file,) = tmp_path.glob("checkpoints/*.ckpt")
    again = Recogniser()
    trainer(tmp_path, precision=precision).validate(again, loader(), ckpt_path=file, verbose=False)
    assert_same(again.computed, module.computed)
