/** Who found most, and which receivers proved most. */
import { type Signal, useSignal } from "@preact/signals";
import { Boundary } from "../phone/boundary.tsx";
import { Heading, Loading } from "../ui/parts.tsx";
import { ChoiceField } from "../ui/choices.tsx";
import { type Key, say } from "../ui/say.ts";
import { useRead } from "../phone/use_read.ts";
import { FeedLink } from "../ui/for_others.tsx";
import { routeTo } from "../phone/wire/routes.ts";

const PERIODS = ["all", "year", "month"] as const;
const METRICS = ["points", "finds"] as const;

interface Ranks {
  leaderboard: { rank: number; loggerCall: string; finds: number; points: number }[];
}
interface Receivers {
  corroborators: { rank: number; igate: string; corroborations: number }[];
}

export default function RanksPage() {
  const period = useSignal<typeof PERIODS[number]>("all"),
    metric = useSignal<typeof METRICS[number]>("points");
  return (
    <>
      <Heading>{say("page.ranks")}</Heading>
      <p class="soft">{say("ranks.what")}</p>
      <div class="side-by-side">
        <Choice id="period" choices={PERIODS} of={period} />
        <Choice id="metric" choices={METRICS} of={metric} />
      </div>
      <Boundary>
        <People period={period.value} metric={metric.value} />
      </Boundary>
      <h2>{say("ranks.receivers")}</h2>
      <p class="soft">{say("ranks.receivers.what")}</p>
      <Boundary>
        <ReceiverTable period={period.value} />
      </Boundary>
      <FeedLink path="/feeds/leaderboard.xml" />
    </>
  );
}

function Choice<C extends string>({ id, choices, of }: {
  id: string;
  choices: readonly C[];
  of: Signal<C>;
}) {
  return (
    <ChoiceField
      id={id}
      label={say(`ranks.${id}` as Key)}
      choices={choices}
      words={(one) => say(`ranks.${id}.${one}` as Key)}
      value={of}
    />
  );
}

function People({ period, metric }: { period: string; metric: string }) {
  const { known } = useRead(routeTo("GET /api/leaderboard", { query: { period, metric } }));
  if (!known.value) return <Loading />;
  const { leaderboard } = known.value.value;
  if (leaderboard.length === 0) return <p class="soft">{say("ranks.none")}</p>;
  return (
    <table class="ranks">
      <thead>
        <tr>
          <th scope="col">{say("ranks.rank")}</th>
          <th scope="col">{say("ranks.call")}</th>
          <th scope="col">{say("ranks.points")}</th>
          <th scope="col">{say("ranks.finds")}</th>
        </tr>
      </thead>
      <tbody>
        {leaderboard.map(({ rank, loggerCall, points, finds }) => (
          <tr key={loggerCall}>
            <td>{rank}</td>
            <td>
              <a class="code" href={`/u/${encodeURIComponent(loggerCall)}`}>{loggerCall}</a>
            </td>
            <td>{points}</td>
            <td>{finds}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function ReceiverTable({ period }: { period: string }) {
  const { known } = useRead(routeTo("GET /api/corroborators", { query: { period } }));
  if (!known.value) return <Loading />;
  const { corroborators } = known.value.value;
  if (corroborators.length === 0) return <p class="soft">{say("ranks.receivers.none")}</p>;
  return (
    <table class="ranks">
      <thead>
        <tr>
          <th scope="col">{say("ranks.rank")}</th>
          <th scope="col">{say("ranks.receiver")}</th>
          <th scope="col">{say("ranks.finds")}</th>
        </tr>
      </thead>
      <tbody>
        {corroborators.map(({ rank, igate, corroborations }) => (
          <tr key={igate}>
            <td>{rank}</td>
            <td class="code">{igate}</td>
            <td>{corroborations}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
