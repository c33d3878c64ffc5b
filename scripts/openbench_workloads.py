"""The workloads that `openbench.py` gives to OpenBench, as the forms of its site have them: small, so that they end in minutes."""

from dataclasses import dataclass, field

# One engine looks at ten times as many positions as the other, so that a test is decided soon.
STRONG, WEAK = "N=2000", "N=200"

COMMON = {
    "info": "", "throughput": "1000", "upload_pgns": "COMPACT", "workload_size": "2",
    "syzygy_wdl": "DISABLED", "syzygy_adj": "DISABLED", "win_adj": "None", "draw_adj": "None",
    "scale_method": "BASE", "scale_nps": "1000000",
}
SPRT = {"test_mode": "SPRT", "test_bounds": "[0.00, 40.00]", "test_confidence": "[0.05, 0.05]", "test_max_games": "N/A"}
TUNED = "razoring_base, int, 180, 50, 500, 40, 0.02\nreverse_futility_margin, int, 78, 40, 150, 12, 0.02"
SPSA = {
    "spsa_inputs": TUNED, "spsa_reporting_type": "BATCHED", "spsa_distribution_type": "SINGLE", "spsa_alpha": "0.602",
    "spsa_gamma": "0.101", "spsa_A_ratio": "0.1", "spsa_iterations": "12", "spsa_pairs_per": "2",
}
DATAGEN = {"datagen_max_games": "48", "datagen_play_reverses": "NO", "book_name": "NONE", "workload_size": "4"}


@dataclass
class Workload:
    """One workload: the page of the site that makes it, what it is called here, the game, and what is special in its form."""

    page: str
    title: str
    game: str
    special: dict
    engine: str = "Upheaval"
    controls: tuple = (STRONG, WEAK)
    more: dict = field(default_factory=dict)

    def fields(self, repository, commit, bench):
        """The whole form, for engines built of this commit."""
        form = COMMON | {"book_name": f"upheaval_{self.game}.epd"} | self.special | self.more
        for side, control in zip(("dev", "base"), self.controls):
            form |= {
                f"{side}_engine": self.engine, f"{side}_repo": repository, f"{side}_branch": commit, f"{side}_bench": bench,
                f"{side}_network": "", f"{side}_options": f"Threads=1 Hash=8 UCI_Variant={self.game}",
                f"{side}_time_control": control,
            }
        return form


WORKLOADS = [
    Workload("test", "SPRT in Empire", "empire", SPRT),
    Workload("test", "SPRT in Subversion", "subversion", SPRT),
    Workload("tune", "SPSA in Empire", "empire", SPSA, engine="Upheaval-Tune", controls=("N=1000", "N=1000")),
    Workload("datagen", "DATAGEN in Insurrection", "insurrection", DATAGEN, controls=("N=1000", "N=1000"),
             more={"datagen_custom_genfens": "insurrection"}),
]
