/** The latest alerts as rows. Once they are shown, they count as seen. */
import { useEffect } from "preact/hooks";
import { useApp } from "../../phone/app.ts";
import { useRead } from "../../phone/use_read.ts";
import { routeTo } from "../../phone/wire/routes.ts";
import { Entries, Entry } from "../../ui/look/lists.tsx";
import { Unread } from "../../ui/parts.tsx";
import { sayAgo } from "../../ui/times.ts";
import { tell } from "../tell.ts";
import { pageOf, sentenceOf } from "./alerts.ts";

/** At most `most` of them. */
export function AlertRows({ most }: { most: number }) {
  const app = useApp();
  const { known, problem } = useRead(
    routeTo("GET /api/watch/alerts", { query: { limit: String(most) } }),
  );
  useEffect(() => {
    if (known.value?.source !== "live" || known.value.value.unseen === 0) return;
    void app.gateway.ask("POST", routeTo("POST /api/watch/seen"), {}).then(() => app.refresh());
  }, [known.value]);
  const alerts = known.value?.value.alerts;
  if (!alerts) {
    return problem.value
      ? (
        <p class="soft">
          <Unread>{problem.value}</Unread>
        </p>
      )
      : null;
  }
  if (alerts.length === 0) return <p class="soft">{tell("watches.alerts.none")}</p>;
  return (
    <Entries label={tell("watches.alerts")}>
      {alerts.map((alert) => (
        <Entry
          key={alert.id}
          href={pageOf(alert)}
          name={alert.seenAt === null ? <strong>{sentenceOf(alert)}</strong> : sentenceOf(alert)}
          far={<span class="soft">{sayAgo(alert.at, app.gateway.now())}</span>}
        />
      ))}
    </Entries>
  );
}
