/** What one's own finds look like, of all time or of a year. It prints well, and nobody else sees it. */
import { useSignal } from "@preact/signals";
import { StatisticsDrawn } from "../../community/statistics_drawn.tsx";
import { ShareFile } from "../../phone/passed/share_file.tsx";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { SignedIn } from "../../phone/signed_in.tsx";
import { useRead } from "../../phone/use_read.ts";
import { routeTo } from "../../phone/wire/routes.ts";
import { ChoiceField, Tick } from "../../ui/choices.tsx";
import { Loading } from "../../ui/parts.tsx";
import { say } from "../../ui/say.ts";

const ALL = "0";

export default function StatisticsPage() {
  const { gateway } = useApp(), year = useSignal(ALL);
  const { known } = useRead(routeTo("GET /api/my/statistics", { query: { year: year.value } }));
  const all = known.value?.value;
  return (
    <SignedIn title="page.statistics">
      {(call) =>
        !all ? <Loading /> : (
          <>
            <ChoiceField
              id="stats-year"
              label={say("stats.year")}
              choices={[ALL, ...all.years.map(String).reverse()]}
              words={(one) => one === ALL ? say("stats.all") : one}
              value={year}
            />
            {all.finds === 0 ? <p class="soft">{say("stats.none")}</p> : <StatisticsDrawn of={all} />}
            {year.value !== ALL && all.finds > 0 && <YearPicture year={year.value} n={all.finds} />}
            <p class="foot-links">
              <a
                href={`/years/${
                  year.value === ALL ? new Date(gateway.now() * 1000).getUTCFullYear() : year.value
                }`}
                target="_self"
              >
                {say("stats.club")}
              </a>
            </p>
            <p class="soft">{say("stats.what")}</p>
            <ShowOthers account={call} />
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

/** Whether others see days, months and squares on the member's page; kinds and ratings are told of everybody. */
function ShowOthers({ account }: { account: string }) {
  const { gateway } = useApp(), doing = useDoing();
  const { known, again } = useRead(routeTo("GET /api/my/statistics-shown"));
  if (!known.value) return null;
  const turn = (on: boolean) =>
    void doing.run(() => gateway.ask("POST", routeTo("POST /api/my/statistics-shown"), { on }, account)).then(
      again,
    );
  return (
    <>
      <Tick label={say("stats.show")} disabled={doing.busy.value} value={known.value.value.on} set={turn} />
      <Problem of={doing} />
    </>
  );
}
