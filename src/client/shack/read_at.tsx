/** Says when a page that is read again by itself was last read; without a connection, how old its content is. */
import { AsOf } from "../talk/talk_frame.tsx";
import { useApp } from "../phone/app.ts";
import type { Known } from "../phone/reader.ts";
import { say } from "../ui/say.ts";
import { sayClock } from "../ui/times.ts";

export function ReadAt({ known, everyS }: { known: Known<unknown> | undefined; everyS: number }) {
  const { gateway } = useApp();
  if (!known) return null;
  const isNow = known.source === "live" && gateway.reached.value !== false;
  if (!isNow) return <AsOf known={known} />;
  // Not a live region: a screen reader would read it aloud every half minute.
  return <p class="soft read-at">{say("shell.read_at", { time: sayClock(known.at), n: everyS })}</p>;
}
