/** Commands sent by radio. Those that came only over the internet (APRS-IS) wait until their sender confirms them. */
import { useApp } from "../phone/app.ts";
import { Problem, useDoing } from "../phone/doing.tsx";
import { FindBadge } from "../ui/look/radio.tsx";
import { Button, Foreign } from "../ui/parts.tsx";
import { type Key, say } from "../ui/say.ts";
import { sayTime } from "../ui/times.ts";
import { useRead } from "../phone/use_read.ts";
import { routeTo } from "../phone/wire/routes.ts";

interface Command {
  id: number;
  fromCall: string;
  cacheCode: string | null;
  body: string;
  status: string;
  reason: string | null;
  sentAt: number;
  via: string | null;
  heardBy: string | null;
  logId?: number;
  tier?: "A" | "B" | null;
  verified?: boolean;
}

/** How many decided commands are still shown. */
const LATEST = 10;
const STATES = ["pending", "logged", "done", "rejected", "discarded", "expired", "help"];

export function RadioCommands() {
  const app = useApp();
  const { known, again } = useRead(routeTo("GET /api/radio/commands"));
  const doing = useDoing();
  const commands = known.value?.value.commands ?? [];
  if (commands.length === 0) return null;
  const decide = async (id: number, what: "confirm" | "discard") => {
    await doing.run(() =>
      app.gateway.ask("POST", routeTo(`POST /api/radio/commands/:id/${what}`, { params: { id } }), {})
    );
    await Promise.all([again(), app.refresh()]);
  };
  const waiting = commands.filter(({ status }) => status === "pending");
  const decided = commands.filter(({ status }) => status !== "pending").slice(0, LATEST);
  return (
    <section class="radio-commands">
      <h2>{say("radio.title")}</h2>
      {waiting.length > 0 && <p>{say("radio.what")}</p>}
      <Problem of={doing} />
      <ul class="waiting-list">
        {[...waiting, ...decided].map((one) => (
          <CommandCard
            key={one.id}
            command={one}
            now={app.gateway.now()}
            busy={doing.busy.value}
            decide={(what) => void decide(one.id, what)}
          />
        ))}
      </ul>
    </section>
  );
}

function CommandCard({ command, now, busy, decide }: {
  command: Command;
  now: number;
  busy: boolean;
  decide: (what: "confirm" | "discard") => void;
}) {
  const { body, fromCall, status, reason, via, heardBy, sentAt, logId, tier, verified } = command;
  const state = STATES.includes(status) ? say(`radio.${status}` as Key) : status;
  return (
    <li class="waiting-card" data-state={status === "pending" ? "needs_you" : "settled"}>
      <p class="code">
        <Foreign>{body}</Foreign>
      </p>
      <p class="soft">
        {[fromCall, sayTime(sentAt, now), sayWay(via, heardBy)].filter(Boolean).join(" · ")}
      </p>
      <p>
        <strong>{state}</strong> {reason && <span class="soft" lang="en">{reason}</span>}
        {tier !== undefined && <FindBadge of={{ tier, verified }} />}{" "}
        {logId !== undefined && <a href={`/find/${logId}`}>{say("waiting.why")}</a>}
      </p>
      {status === "pending" && (
        <>
          <Button kind="main" disabled={busy} onClick={() => decide("confirm")}>
            {say("radio.confirm")}
          </Button>
          <Button kind="bad" disabled={busy} onClick={() => decide("discard")}>{say("radio.discard")}</Button>
        </>
      )}
    </li>
  );
}

/** How it came, and which station heard it. */
function sayWay(via: string | null, site: string | null): string {
  if (via === "aprsis") return site ? say("radio.aprsis.by", { site }) : say("radio.aprsis");
  if (via === "meshcom") return site ? say("radio.meshcom.by", { site }) : say("radio.meshcom");
  return via === null ? "" : site ? say("radio.rf.by", { site }) : say("radio.rf");
}
