/** What one's own finds look like, of all time or of a year. It prints well, and nobody else sees it. */
import { useSignal } from "@preact/signals";
import { sayType } from "../../marks/cache_row.tsx";
import { ShareFile } from "../../phone/passed/share_file.tsx";
import { SignedIn } from "../../phone/signed_in.tsx";
import { useRead } from "../../phone/use_read.ts";
import { type AnswerOf, routeTo } from "../../phone/wire/routes.ts";
import { ChoiceField } from "../../ui/choices.tsx";
import { Tiles } from "../../ui/look/lists.tsx";
import { Foreign, Loading } from "../../ui/parts.tsx";
import { say } from "../../ui/say.ts";
import { HeadedTable, TableRoom } from "../../ui/table_room.tsx";
import { numberFormat, sayDate } from "../../ui/times.ts";

type Statistics = AnswerOf<"GET /api/my/statistics">;
const RATINGS = [1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5];
const ALL = "0";
const count = (n: number) => numberFormat({}).format(n);
/** A day such as 2026-07-04, as people say it. */
const sayDay = (day: string) => sayDate(Date.parse(`${day}T12:00:00Z`) / 1000);

export default function StatisticsPage() {
  const year = useSignal(ALL);
  const { known } = useRead(routeTo("GET /api/my/statistics", { query: { year: year.value } }));
  const all = known.value?.value;
  return (
    <SignedIn title="page.statistics">
      {() =>
        !all ? <Loading /> : (
          <>
            <p class="soft">{say("stats.what")}</p>
            <ChoiceField
              id="stats-year"
              label={say("stats.year")}
              choices={[ALL, ...all.years.map(String).reverse()]}
              words={(one) => one === ALL ? say("stats.all") : one}
              value={year}
            />
            {all.finds === 0 ? <p class="soft">{say("stats.none")}</p> : <Drawn of={all} />}
            {year.value !== ALL && all.finds > 0 && <YearPicture year={year.value} n={all.finds} />}
            <p>
              <a
                href={`/years/${year.value === ALL ? new Date().getUTCFullYear() : year.value}`}
                target="_self"
              >
                {say("stats.club")}
              </a>
            </p>
          </>
        )}
    </SignedIn>
  );
}

/** The year as others may see it: nobody does until its member shows it to them. */
function YearPicture({ year, n }: { year: string; n: number }) {
  const to = { params: { year } }, png = routeTo("GET /api/my/years/:year.png", to);
  return (
    <section>
      <h2>{say("stats.picture")}</h2>
      <p class="soft">{say("stats.picture.what")}</p>
      <p>
        <img
          class="year-picture"
          src={routeTo("GET /api/my/years/:year.svg", to)}
          alt={say("stats.picture.alt", { year, n })}
          width="1200"
          height="1080"
        />
      </p>
      <p class="buttons">
        <a class="button" href={png} download={`${year}.png`} target="_self">{say("stats.picture.save")}</a>
        <ShareFile path={png} name={`${year}.png`} type="image/png" />
      </p>
    </section>
  );
}

function Drawn({ of }: { of: Statistics }) {
  const { finds, byRadio, types, months, bestDay, streak, squares, squareCount, first, last } = of;
  const names = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 15)));
  return (
    <>
      <Tiles
        of={[
          { value: count(finds), words: say("stats.finds") },
          { value: count(byRadio), words: say("stats.radio") },
          { value: count(squareCount), words: say("stats.squares") },
          ...streak ? [{ value: count(streak.days), words: say("stats.streak") }] : [],
        ]}
      />
      <ul>
        {first && <Told words={say("stats.first")} of={first} />}
        {last && <Told words={say("stats.last")} of={last} />}
        {bestDay && <li>{say("stats.best", { day: sayDay(bestDay.day), n: bestDay.n })}</li>}
        {streak && <li>{say("stats.streak.told", { from: sayDay(streak.from), to: sayDay(streak.to) })}</li>}
      </ul>
      <HeadedTable caption={say("stats.months")} heads={[say("stats.month"), say("stats.finds")]}>
        {months.map((n, month) => (
          <tr key={month}>
            <th scope="row">
              {new Intl.DateTimeFormat(document.documentElement.lang, { month: "long" }).format(names[month])}
            </th>
            <td>{count(n)}</td>
          </tr>
        ))}
      </HeadedTable>
      <HeadedTable caption={say("stats.types")} heads={[say("stats.type"), say("stats.finds")]}>
        {types.map(({ type, n }) => (
          <tr key={type}>
            <th scope="row">{sayType(type)}</th>
            <td>{count(n)}</td>
          </tr>
        ))}
      </HeadedTable>
      <Ratings of={of} />
      <HeadedTable caption={say("stats.squares")} heads={[say("stats.square"), say("stats.finds")]}>
        {squares.map(({ square, n }) => (
          <tr key={square}>
            <th scope="row" class="code">{square}</th>
            <td>{count(n)}</td>
          </tr>
        ))}
      </HeadedTable>
    </>
  );
}

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
