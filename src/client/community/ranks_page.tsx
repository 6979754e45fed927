/** Who found most, and which receivers proved most. */
import { type Signal, useSignal } from "@preact/signals";
import { Boundary } from "../phone/boundary.tsx";
import { Heading, Loading } from "../ui/parts.tsx";
import { Segmented } from "../ui/look/choose.tsx";
import { Card, Entries, Entry, Far } from "../ui/look/lists.tsx";
import { CallPlate } from "../ui/look/radio.tsx";
import { type Key, say } from "../ui/say.ts";
import { numberFormat } from "../ui/times.ts";
import { useRead } from "../phone/use_read.ts";
import { FeedLink } from "../ui/for_others.tsx";
import { routeTo } from "../phone/wire/routes.ts";

const PERIODS = ["all", "year", "month"] as const;
const METRICS = ["points", "finds"] as const;

export default function RanksPage() {
  const period = useSignal<typeof PERIODS[number]>("all"),
    metric = useSignal<typeof METRICS[number]>("points");
  return (
    <>
      <Heading>{say("page.ranks")}</Heading>
      <p class="soft">{say("ranks.what")}</p>
      <Choice name="period" choices={PERIODS} of={period} />
      <Choice name="metric" choices={METRICS} of={metric} />
      <Boundary>
        <People period={period.value} metric={metric.value} />
      </Boundary>
      <h2>{say("ranks.receivers")}</h2>
      <p class="soft">{say("ranks.receivers.what")}</p>
      <Boundary>
        <Receivers period={period.value} />
      </Boundary>
      <FeedLink path="/feeds/leaderboard.xml" />
    </>
  );
}

/** One of a few at once; `name`: its part of the words' keys. */
const Choice = <C extends string>({ name, choices, of }: {
  name: string;
  choices: readonly C[];
  of: Signal<C>;
}) => (
  <Segmented
    name={name}
    label={say(`ranks.${name}` as Key)}
    choices={choices}
    words={(one) => say(`ranks.${name}.${one}` as Key)}
    value={of}
  />
);

function People({ period, metric }: { period: string; metric: typeof METRICS[number] }) {
  const { known } = useRead(routeTo("GET /api/leaderboard", { query: { period, metric } }));
  if (!known.value) return <Loading />;
  const { leaderboard } = known.value.value;
  if (leaderboard.length === 0) return <p class="soft">{say("ranks.none")}</p>;
  return (
    <Ranked
      label={say("page.ranks")}
      rows={leaderboard.map(({ rank, loggerCall, points, finds }) => ({
        rank,
        call: loggerCall,
        href: `/u/${encodeURIComponent(loggerCall)}`,
        n: metric === "points" ? points : finds,
        unit: say(`ranks.${metric}`),
        line: metric === "points" ? say("profile.finds", { n: finds }) : say("profile.points", { n: points }),
      }))}
    />
  );
}

function Receivers({ period }: { period: string }) {
  const { known } = useRead(routeTo("GET /api/corroborators", { query: { period } }));
  if (!known.value) return <Loading />;
  const { corroborators } = known.value.value;
  if (corroborators.length === 0) return <p class="soft">{say("ranks.receivers.none")}</p>;
  return (
    <Ranked
      label={say("ranks.receivers")}
      rows={corroborators.map(({ rank, igate, corroborations }) => ({
        rank,
        call: igate,
        href: `/s/${encodeURIComponent(igate)}`,
        n: corroborations,
        unit: say("ranks.finds"),
      }))}
    />
  );
}

interface Row {
  rank: number;
  call: string;
  href: string;
  n: number;
  unit: string;
  line?: string;
}

/** Places one under the other; the first three bear a medal's ring. */
const Ranked = ({ label, rows }: { label: string; rows: readonly Row[] }) => (
  <Card flush>
    <Entries label={label}>
      {rows.map(({ rank, call, href, n, unit, line }) => (
        <Entry
          key={call}
          href={href}
          disc={
            <span class={rank <= 3 ? "rank rank-first" : "rank"}>
              <span class="unseen">{`${say("ranks.rank")} `}</span>
              {rank}
            </span>
          }
          name={<CallPlate call={call} />}
          line={line}
          far={<Far value={numberFormat({}).format(n)} below={unit} />}
        />
      ))}
    </Entries>
  </Card>
);
