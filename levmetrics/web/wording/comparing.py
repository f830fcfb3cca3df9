"""The Compare tab: its boxes, its verdict, its tables."""

from __future__ import annotations

from levmetrics.web.wording.wording import Wording

_LETTERS = "ABCDE"  # of the systems

WORDING: Wording = {
    "comparing_introduction": (
        "Is one system better than another, or is it chance? Give the references, and what each "
        "system made of them, in the same order: one sample a line.",
        "システム間の差は本物でしょうか、それとも偶然でしょうか。"
        "正解と、それに対する各システムの出力を、同じ順に1行1件で入れてください。",
    ),
    "comparing_example_info": (
        "The example: a real recogniser (PocketSphinx) on 600 English sentences that four "
        "synthetic voices read. A searches with wide beams, B with narrow, faster ones.",
        "例:実際の音声認識(PocketSphinx)に、4種類の合成音声が読む英文600件を聞かせたもの。"
        "Aは広いビーム、Bは狭く速いビームで探索しています。",
    ),
    "comparing_references": ("References, one a line", "正解(1行に1件)"),
    "comparing_references_info": (
        "Several of one sample: separate them by ' ||| '",
        "正解が複数ある場合は「 ||| 」で区切ります",
    ),
    **{
        f"comparing_name_{letter}": (f"System {letter}: name", f"システム{letter}:名前")
        for letter in _LETTERS
    },
    **{
        f"comparing_texts_{letter}": (
            f"System {letter}: predictions, one a line",
            f"システム{letter}:予測(1行に1件)",
        )
        for letter in _LETTERS
    },
    "comparing_add": ("Add a system", "システムを追加"),
    "comparing_remove": ("Remove the last system", "最後のシステムを外す"),
    "comparing_settings": ("Settings", "設定"),
    "comparing_groups": ("Groups, one a line (optional)", "グループ(1行に1件、任意)"),
    "comparing_groups_info": (
        "Each sample's speaker or document, in the order of the references: results are then "
        "shown by group, and whole groups are resampled",
        "各サンプルの話者や文書を正解と同じ順に。結果をグループ別にも示し、"
        "再標本化もグループ単位で行います",
    ),
    "comparing_run": ("Compare", "比較する"),
    "comparing_stale": (
        "Inputs changed: compare again",
        "入力が変わりました。もう一度比較してください",
    ),
    # The verdict.
    "comparing_better": ("{better} is better than {worse}", "{better}は{worse}より優れています"),
    "comparing_unclear": (
        "No clear difference between {first} and {second}",
        "{first}と{second}の間に明らかな差はありません",
    ),
    "comparing_same": (
        "{first} and {second} have the same score",
        "{first}と{second}のスコアは同じです",
    ),
    "comparing_same_reason": (
        "The 95 % interval of their difference goes from {low} to {high} points.",
        "差の95 %信頼区間は{low}〜{high}ポイントです。",
    ),
    "comparing_best": (
        "{best} is the best of the {number} systems",
        "{number}システムの中で{best}が最も優れています",
    ),
    "comparing_best_reason": (
        "It is clearly better than each of the others.",
        "ほかのどのシステムとも明らかな差があります。",
    ),
    "comparing_no_best": (
        "No system is clearly the best",
        "明らかに最も優れたシステムはありません",
    ),
    "comparing_no_best_reason": (
        "{leader} has the best score ({value}), but is not clearly better than {others}.",
        "{leader}のスコア({value})が最良ですが、{others}との間に明らかな差はありません。",
    ),
    "comparing_fewer_errors": (
        "{points} points fewer {errors} (95 % interval {low} to {high}).",
        "{score}は{points}ポイント低くなっています(95 %信頼区間:{low}〜{high})。",
    ),
    "comparing_more_similar": (
        "Its {score} is {points} points higher (95 % interval {low} to {high}).",
        "{score}は{points}ポイント高くなっています(95 %信頼区間:{low}〜{high})。",
    ),
    "comparing_perhaps_fewer_errors": (
        "{leader} makes {points} points fewer {errors}, but that may be chance: the 95 % interval "
        "goes from {low} to {high}.",
        "{leader}の{score}は{points}ポイント低いものの、偶然かもしれません"
        "(95 %信頼区間:{low}〜{high})。",
    ),
    "comparing_perhaps_more_similar": (
        "The {score} of {leader} is {points} points higher, but that may be chance: the 95 % "
        "interval goes from {low} to {high}.",
        "{leader}の{score}は{points}ポイント高いものの、偶然かもしれません"
        "(95 %信頼区間:{low}〜{high})。",
    ),
    "comparing_chance": (
        "If both were equally good, chance alone would bring a difference at least this large "
        "{often} ({test}).",
        "両者が同等だとすると、これ以上の差が偶然生じるのは{often}です({test})。",
    ),
    "comparing_under_one": ("less than once in 1,000 times", "1,000回に1回未満"),
    "comparing_one_in_thousand": ("about once in 1,000 times", "1,000回に約1回"),
    "comparing_in_thousand": ("about {number} times in 1,000", "1,000回に約{number}回"),
    "comparing_in_hundred": ("about {number} times in 100", "100回に約{number}回"),
    "comparing_randomization": ("approximate randomization", "近似ランダム化検定"),
    "comparing_few_groups": (
        "{leader} is better on these texts; there are too few groups to say more",
        "このテキストでは{leader}が優れていますが、グループが少なく、それ以上は言えません",
    ),
    "comparing_few_groups_fewer_errors": (
        "{leader} makes {points} points fewer {errors} here. With only {number} groups, neither an "
        "interval nor a test can tell whether that holds for others.",
        "ここでは{leader}の{score}が{points}ポイント低くなっています。グループが{number}個だけでは、"
        "ほかでも同じかどうかを信頼区間や検定で判断できません。",
    ),
    "comparing_few_groups_more_similar": (
        "The {score} of {leader} is {points} points higher here. With only {number} groups, "
        "neither an interval nor a test can tell whether that holds for others.",
        "ここでは{leader}の{score}が{points}ポイント高くなっています。グループが{number}個だけでは、"
        "ほかでも同じかどうかを信頼区間や検定で判断できません。",
    ),
    "comparing_without_groups": (
        "Without groups, every sample counts by itself.",
        "グループを指定しなければ、サンプル単位で検定します。",
    ),
    "comparing_rough": (
        "The intervals are rough: {units} are too few, and it takes {enough} or more.",
        "{units}と少ないため、信頼区間は目安です({enough}以上が必要です)。",
    ),
    # Tables and the plot.
    "comparing_system": ("System", "システム"),
    "comparing_interval": ("95 % interval", "95 %信頼区間"),
    "comparing_range": ("{low} to {high}", "{low}〜{high}"),
    "comparing_errors_words": ("word errors", "単語の誤り"),
    "comparing_errors_characters": ("character errors", "文字の誤り"),
    "comparing_errors_tokens": ("token errors", "トークンの誤り"),
    "comparing_lower_better": ("{score}; lower is better.", "{score}。低いほど良い指標です。"),
    "comparing_higher_better": ("{score}; higher is better.", "{score}。高いほど良い指標です。"),
    "comparing_systems": ("Scores", "スコア"),
    "comparing_differences": ("Differences", "システム間の差"),
    "comparing_pair": ("Systems", "システム"),
    "comparing_verdict": ("Verdict", "判定"),
    "comparing_difference": ("Difference in points", "差(ポイント)"),
    "comparing_in_favour": ("{points} for {leader}", "{leader}が{points}良い"),
    "comparing_p": ("p-value", "p値"),
    "comparing_holm_p": ("p-value (Holm)", "p値(Holm法)"),
    "comparing_short_better": ("{better} is better", "{better}が優れる"),
    "comparing_short_unclear": ("not clear", "明らかでない"),
    "comparing_axis": (
        "Points by which the system at that end is better; the bar is the 95 % interval",
        "その側のシステムが優れているポイント数。帯は95 %信頼区間",
    ),
    "comparing_by_group": ("Results by group", "グループ別の結果"),
    "comparing_group": ("Group", "グループ"),
    "comparing_samples": ("Samples", "サンプル数"),
    "comparing_groups_left_out": (
        "{number:,} more groups are left out.",
        "ほか{number:,}グループは省略しました。",
    ),
    # How it was computed.
    "comparing_computed": ("How this was computed", "計算方法"),
    "comparing_matched_by_ids": (
        "Rows of the files are matched by their ids.",
        "各ファイルの行はIDで対応付けました。",
    ),
    "comparing_matched_by_file_names": (
        "Rows of the files are matched by the file names in their ids.",
        "各ファイルの行はID内のファイル名で対応付けました。",
    ),
    "comparing_rule": (
        "Two systems count as clearly different if the 95 % interval of their difference leaves "
        "out 0, and the p-value of approximate randomization is below 0.05{correction}. Both "
        "resample {units} {resamples:,} times; the interval is that of the paired bootstrap, "
        "symmetric and studentized. The other tests are shown for reference. {others}",
        "差の95 %信頼区間が0を含まず、近似ランダム化検定のp値が0.05未満{correction}のとき、"
        "明らかな差とみなします。どちらも{units}を単位に{resamples:,}回再標本化します"
        "(信頼区間は対応のあるブートストラップの対称なスチューデント化法)。"
        "ほかの検定は参考です。{others}",
    ),
    "comparing_others_samples": (
        "MAPSSWE, of NIST's scoring tools, is for some fifty differing segments and more.",
        "NISTの採点ツールにあるMAPSSWEは、異なる区間がおよそ50以上ある場合に適します。",
    ),
    "comparing_others_groups": (
        "MAPSSWE and McNemar's test are left out: they take segments and samples for independent, "
        "which those of one group are not.",
        "MAPSSWEとマクネマー検定は、区間やサンプルが独立であることを前提とし、同じグループのものは"
        "独立でないため、表示しません。",
    ),
    "comparing_holm": (
        " after Holm's correction for {number} pairs",
        "({number}組についてHolm法で補正)",
    ),
    "comparing_unit_samples": ("{number:,} samples", "{number:,}サンプル"),
    "comparing_unit_groups": ("{number:,} groups", "{number:,}グループ"),
    "comparing_tests": ("p-values of no difference", "差がないとする仮説のp値"),
    "comparing_probability": (
        "Second better in resamples",
        "再標本で後者が良い割合",
    ),
    "comparing_test_mapsswe": ("MAPSSWE (matched pairs)", "MAPSSWE(対応のある区間)"),
    "comparing_test_sign": ("Sign test", "符号検定"),
    "comparing_test_wilcoxon": ("Wilcoxon", "ウィルコクソン検定"),
    "comparing_test_mcnemar": ("McNemar", "マクネマー検定"),
    "comparing_test_approximate_randomization": (
        "Approximate randomization",
        "近似ランダム化検定",
    ),
    "comparing_signature": ("Signature", "署名"),
}
