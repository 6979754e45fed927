/** What a form says of the reading that it sends. */
import { Button } from "../../ui/parts.tsx";
import { say } from "../../ui/say.ts";
import { sayDistance } from "../../ui/times.ts";
import { type Position, worthOf } from "./reading.ts";
import { useNow } from "./use_now.ts";
import { sayFailure } from "./why.tsx";

/** The line of a form that sends a reading. `log`: the reading goes with a log, and the line says what its lack costs. */
export function PositionLine({ position: { reading, failure, again }, log = false }: {
  position: Position;
  log?: boolean;
}) {
  const now = useNow();
  const found = reading.value, why = failure.value, worth = found && worthOf(found, now);
  const cost = log ? [say("fix.cost")] : [];
  const said = found && worth === "good"
    ? [say("fix.have", { far: sayDistance(found.accuracyM) })]
    : found && worth === "poor"
    ? [
      say("fix.have", { far: sayDistance(found.accuracyM) }),
      say("fix.poor"),
      ...(log ? [say("fix.poor.log")] : []),
    ]
    : [
      ...(found ? [say("fix.old")] : []),
      ...(why ? [sayFailure(why)] : found ? [] : [say(log ? "fix.none" : "nearby.locating")]),
      ...cost,
    ];
  return (
    <>
      <p class={worth === "poor" || worth === "old" ? "wait" : "soft"} role="status">{said.join(" ")}</p>
      {why && worth !== "good" && <Button onClick={again}>{say("fix.again")}</Button>}
    </>
  );
}
