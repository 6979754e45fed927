/** What somebody's finds look like: numbers, kinds, difficulty and terrain, and what tells habits, where that is shown. */
import { sayType } from "../marks/cache_row.tsx";
import type { AnswerOf } from "../phone/wire/routes.ts";
import { Tiles } from "../ui/look/lists.tsx";
import { Foreign } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";
import { HeadedTable, TableRoom } from "../ui/table_room.tsx";
import { numberFormat, sayDate } from "../ui/times.ts";

export type Statistics =
  & AnswerOf<"GET /api/profile/:call/statistics">
  & Partial<Pick<AnswerOf<"GET /api/my/statistics">, "first" | "last">>;
const RATINGS = [1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5];
const count = (n: number) => numberFormat({}).format(n);
/** A day such as 2026-07-04, as people say it. */
const sayDay = (day: string) => sayDate(Date.parse(`${day}T12:00:00Z`) / 1000);

export function StatisticsDrawn({ of }: { of: Statistics }) {
  const { finds, byRadio, types, months, bestDay, streak, squares, squareCount, first, last } = of;
  const names = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 15)));
  return (
    <>
      <Tiles
        of={[
          { value: count(finds), words: say("stats.finds") },
          { value: count(byRadio), words: say("stats.radio") },
          ...squareCount === undefined ? [] : [{ value: count(squareCount), words: say("stats.squares") }],
          ...streak ? [{ value: count(streak.days), words: say("stats.streak") }] : [],
        ]}
      />
      <ul>
        {first && <Told words={say("stats.first")} of={first} />}
        {last && <Told words={say("stats.last")} of={last} />}
        {bestDay && <li>{say("stats.best", { day: sayDay(bestDay.day), n: bestDay.n })}</li>}
        {streak && streak.days > 1 && (
          <li>{say("stats.streak.told", { from: sayDay(streak.from), to: sayDay(streak.to) })}</li>
        )}
      </ul>
      {months && (
        <HeadedTable caption={say("stats.months")} heads={[say("stats.month"), say("stats.finds")]}>
          {months.map((n, month) =>
            n > 0 && (
              <tr key={month}>
                <th scope="row">
                  {new Intl.DateTimeFormat(document.documentElement.lang, { month: "long" }).format(
                    names[month],
                  )}
                </th>
                <td class="share-cell">
                  <span>{count(n)}</span>
                  <Share n={n} of={months} />
                </td>
              </tr>
            )
          )}
        </HeadedTable>
      )}
      <HeadedTable caption={say("stats.types")} heads={[say("stats.type"), say("stats.finds")]}>
        {types.map(({ type, n }) => (
          <tr key={type}>
            <th scope="row">{sayType(type)}</th>
            <td class="share-cell">
              <span>{count(n)}</span>
              <Share n={n} of={types.map((one) => one.n)} />
            </td>
          </tr>
        ))}
      </HeadedTable>
      <Ratings of={of} />
      {squares && (
        <HeadedTable caption={say("stats.squares")} heads={[say("stats.square"), say("stats.finds")]}>
          {squares.map(({ square, n }) => (
            <tr key={square}>
              <th scope="row" class="code">{square}</th>
              <td>{count(n)}</td>
            </tr>
          ))}
        </HeadedTable>
      )}
    </>
  );
}

/** A number as a bar, as long as it is among the others; the number stands beside it. */
const Share = ({ n, of }: { n: number; of: readonly number[] }) => (
  <svg class="share" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
    <rect width={100 * n / Math.max(1, ...of)} height="8" />
  </svg>
);

const Told = ({ words, of }: { words: string; of: { code: string; title: string; foundAt: number } }) => (
  <li>
    {words}{" "}
    <a href={`/c/${encodeURIComponent(of.code)}`}>
      <Foreign>{of.title}</Foreign>
    </a>, {sayDate(of.foundAt)}
  </li>
);

/** Difficulty down, terrain across. */
function Ratings({ of: { ratings } }: { of: Statistics }) {
  const n = new Map(ratings.map((one) => [`${one.difficulty}/${one.terrain}`, one.n]));
  return (
    <TableRoom label={say("stats.ratings")}>
      <HeadedTable caption={say("stats.ratings")} heads={[say("stats.dt"), ...RATINGS.map(String)]}>
        {RATINGS.map((difficulty) => (
          <tr key={difficulty}>
            <th scope="row">{difficulty}</th>
            {RATINGS.map((terrain) => <td key={terrain}>{n.get(`${difficulty}/${terrain}`) ?? ""}</td>)}
          </tr>
        ))}
      </HeadedTable>
    </TableRoom>
  );
}
