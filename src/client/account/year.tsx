/** A year of finds: a column a week, a block a find; those that were proven by radio are filled. */
import { Card } from "../ui/look/lists.tsx";
import { say } from "../ui/say.ts";
import { blocksOf, HIGH, type Week, WEEKS } from "./year.ts";

/** Units of a column and of a block. */
const STEP = 8, ROW = 14;

/** Without weeks, which are not known yet, it is room and tells nothing. */
export function Year({ weeks }: { weeks: readonly Week[] | undefined }) {
  const finds = weeks?.map((week) => week.finds) ?? [];
  const total = finds.reduce((sum, n) => sum + n, 0), best = Math.max(0, ...finds);
  return (
    <Card>
      <p class="year-head">
        <strong>{say("me.year")}</strong>
        {best > 0 && <span class="soft">{say("me.year.best", { n: best })}</span>}
      </p>
      <svg
        class="year"
        viewBox={`0 0 ${WEEKS * STEP} ${HIGH * ROW}`}
        role="img"
        aria-hidden={!weeks}
        aria-label={say("me.year.told", { n: total })}
      >
        {blocksOf(weeks ?? []).map(({ week, row, is }) => (
          <rect
            key={`${week}/${row}`}
            class={is && `year-${is}`}
            x={week * STEP + 1}
            y={(HIGH - 1 - row) * ROW + 2}
            width={STEP - 2}
            height={ROW - 3}
            rx="2"
          />
        ))}
      </svg>
    </Card>
  );
}
