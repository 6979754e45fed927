/** Commands to one's own box (report its state, send a beacon, send a message), what became of them, and what it transmitted. */
import { useSignal } from "@preact/signals";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { Button, Loading, Unread } from "../../ui/parts.tsx";
import { TextField } from "../../ui/fields.tsx";
import { sayTime } from "../../ui/times.ts";
import { onAir } from "../../talk/on_air.ts";
import { MOST_ON_AIR, ShortText } from "../../talk/short_text.tsx";
import { sayLock } from "./box_words.ts";
import { useRenewed } from "../renewed.ts";
import { Rows } from "../rows.tsx";
import { type ShackKey, tell } from "../tell.ts";
import { routeTo } from "../../phone/wire/routes.ts";

interface Command {
  id: number;
  callsign: string | null;
  kind: string;
  /** The tool that asked for it. */
  tool: string | null;
  payload: Record<string, unknown>;
  status: "queued" | "sent" | "done" | "failed" | "expired";
  result: string | null;
  createdAt: number;
}
interface Transmission {
  seq: number;
  at: number;
  port: string;
  purpose: string;
  frame: string;
  verdict: string;
  rules: string[];
}
interface Log {
  commands: Command[];
  transmissions: Transmission[];
}
/** How often the log is read again, in seconds; a box fetches its commands every few seconds. */
const EVERY_S = 5;

export function BoxCommands({ box, call }: { box: string; call: string }) {
  const { known, problem, again } = useRenewed(
    routeTo("GET /api/box/:id/log", { params: { id: box } }),
    EVERY_S,
  );
  const log = known.value?.value;
  return (
    <div>
      <Send box={box} call={call} again={again} />
      {!log && (problem.value ? <Unread>{problem.value}</Unread> : <Loading />)}
      {log && <CommandRows commands={log.commands} />}
      {log && log.transmissions.length > 0 && <Transmissions rows={log.transmissions} />}
    </div>
  );
}

/** The forms for commands. What would be transmitted is shown first, and has to be confirmed. */
function Send({ box, call, again }: { box: string; call: string; again: () => Promise<void> }) {
  const { gateway } = useApp();
  const doing = useDoing();
  const open = useSignal<"" | "beacon" | "message">(""), to = useSignal(""), text = useSignal("");
  const send = async (kind: string, payload?: Record<string, unknown>) => {
    const body = { kind, ...(kind !== "status" && { callsign: call }), ...(payload && { payload }) };
    if (
      await doing.run(() =>
        gateway.ask("POST", routeTo("POST /api/box/:id/command", { params: { id: box } }), body)
      )
    ) {
      open.value = to.value = text.value = "";
    }
    await again();
  };
  const message = (event: Event) => {
    event.preventDefault();
    void send("message", { to: to.peek().trim(), text: onAir(text.peek()) });
  };
  return (
    <>
      <p>
        <Button disabled={doing.busy.value} onClick={() => void send("status")}>{tell("boxes.ask")}</Button>
        {" "}
        <Button aria-expanded={open.value === "beacon"} onClick={() => open.value = "beacon"}>
          {tell("boxes.beacon")}
        </Button>{" "}
        <Button aria-expanded={open.value === "message"} onClick={() => open.value = "message"}>
          {tell("boxes.message")}
        </Button>
      </p>
      {open.value === "beacon" && (
        <div class="notice" role="group" aria-label={tell("boxes.beacon")}>
          <p>{tell("boxes.beacon.ask", { call })}</p>
          <Button kind="main" disabled={doing.busy.value} onClick={() => void send("beacon")}>
            {tell("boxes.transmit")}
          </Button>
          <Button onClick={() => open.value = ""}>{tell("mystat.beacon.no")}</Button>
        </div>
      )}
      {open.value === "message" && (
        <form class="notice" onSubmit={message}>
          <p>{tell("boxes.message.ask", { call })}</p>
          <TextField id="box-to" label={tell("boxes.to")} required maxLength={9} call value={to} />
          <ShortText
            id="box-text"
            label={tell("boxes.text")}
            most={MOST_ON_AIR}
            text={text.value}
            change={(next) => text.value = next}
          />
          <Button submit kind="main" disabled={doing.busy.value || onAir(text.value).length > MOST_ON_AIR}>
            {tell("boxes.transmit")}
          </Button>
          <Button onClick={() => open.value = ""}>{tell("mystat.beacon.no")}</Button>
        </form>
      )}
      <Problem of={doing} />
    </>
  );
}

const KINDS = ["beacon", "message", "packet", "status"];
const sayKind = (kind: string): string =>
  KINDS.includes(kind) ? tell(`boxes.kind.${kind}` as ShackKey) : kind;
/** Why a box could not carry out a command: a lock by its name, else the box's own words. */
const sayResult = (result: string | null): string => result === null ? "" : sayLock(result);

function CommandRows({ commands }: { commands: readonly Command[] }) {
  const { gateway } = useApp();
  return (
    <section>
      <h3>{tell("boxes.commands")}</h3>
      {commands.length === 0 ? <p class="soft">{tell("boxes.commands.none")}</p> : (
        <Rows
          label={tell("boxes.commands")}
          heads={[
            tell("boxes.column.time"),
            tell("boxes.column.what"),
            tell("boxes.column.became"),
            tell("boxes.column.result"),
          ]}
          rows={commands.map(({ id, kind, tool, callsign, status, result, createdAt }) => ({
            key: String(id),
            cells: [
              sayTime(createdAt, gateway.now()),
              [sayKind(kind), callsign, tool && tell("boxes.tool", { name: tool })].filter(Boolean).join(
                ", ",
              ),
              tell(`boxes.status.${status}`),
              { foreign: sayResult(result) },
            ],
          }))}
        />
      )}
    </section>
  );
}

const VERDICTS = ["handed_over", "refused", "shown", "unknown"];

function Transmissions({ rows }: { rows: readonly Transmission[] }) {
  const { gateway } = useApp();
  return (
    <section>
      <h3>{tell("boxes.air")}</h3>
      <Rows
        label={tell("boxes.air")}
        heads={[
          tell("boxes.column.time"),
          tell("boxes.column.port"),
          tell("boxes.column.frame"),
          tell("boxes.column.became"),
        ]}
        rows={rows.map(({ seq, at, port, frame, verdict, rules }) => ({
          key: `${at} ${seq}`,
          cells: [
            sayTime(at, gateway.now()),
            { code: port },
            { foreign: frame },
            [
              VERDICTS.includes(verdict) ? tell(`boxes.verdict.${verdict}` as ShackKey) : verdict,
              rules.map(sayLock).join(", "),
            ].filter(Boolean).join(": "),
          ],
        }))}
      />
    </section>
  );
}
