/** When a page was read that asks again by itself; without a connection, how old it is. */
import { AsOf } from "../talk/talk_frame.tsx";
import { useApp } from "../shell/app.ts";
import type { Known } from "../shell/reader.ts";
import { say } from "../shell/say.ts";
import { sayClock } from "../shell/times.ts";

export function ReadAt({ known, everyS }: { known: Known<unknown> | undefined; everyS: number }) {
  const { gateway } = useApp();
  if (!known) return null;
  const isNow = known.source === "live" && gateway.reached.value !== false;
  if (!isNow) return <AsOf known={known} />;
  // No live region: nobody wants to be told every half a minute.
  return <p class="soft read-at">{say("shell.read_at", { time: sayClock(known.at), n: everyS })}</p>;
}
