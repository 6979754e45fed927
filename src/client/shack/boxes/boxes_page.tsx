/** The page of a member's own receivers: how they are, their commands, and what they transmitted. */
import { useSignal } from "@preact/signals";
import { SignedIn } from "../../phone/signed_in.tsx";
import { useApp } from "../../phone/app.ts";
import { Boundary } from "../../phone/boundary.tsx";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { Button, Foreign, Loading, Notice } from "../../ui/parts.tsx";
import { TextField } from "../../ui/fields.tsx";
import { BoxCommands } from "./box_commands.tsx";
import { ReadAt } from "../read_at.tsx";
import { useRenewed } from "../renewed.ts";
import { tell } from "../tell.ts";
import { routeTo } from "../../phone/wire/routes.ts";
import { sayAge, sayTime } from "../../ui/times.ts";
import { clockIsOff, isWrong, sayLock, sayState } from "./box_words.ts";
import { Rows } from "../rows.tsx";

// What a receiver box reports about itself, in words: first what is wrong, then each of its connections.

/** The last report of a box, as the gateway shows it to its owner. */
interface BoxState {
  at: number;
  silent: boolean;
  /** It plays a recording: nothing that it counts was heard. */
  simulated?: boolean;
  version: string;
  clock: { offsetMs: number | null };
  spool: { in: number; sent: number; waiting: number; rejected: number; dropped: number };
  tx: { on: boolean; locks: string[] };
  ports: {
    address: string;
    state: string;
    in: number;
    lastHeardAt: number | null;
    unusuallyQuiet: boolean;
    /** What its receiver listens to, where a rig says so. */
    tuned?: { hz: number; mode: string };
  }[];
}

function BoxHealth({ state }: { state: BoxState }) {
  const { gateway } = useApp();
  const now = gateway.now();
  const { offsetMs } = state.clock;
  const facts = [
    tell("boxes.version", { version: state.version }),
    tell("boxes.spool", { ...state.spool }),
    state.tx.on
      ? state.tx.locks.length === 0
        ? tell("boxes.tx.open")
        : tell("boxes.tx.locked", { locks: state.tx.locks.map(sayLock).join(", ") })
      : tell("boxes.tx.off"),
  ];
  return (
    <>
      <p>
        <strong class={state.silent ? "bad" : "go"}>
          {tell(state.silent ? "boxes.silent" : "boxes.told", { age: sayAge(Math.max(0, now - state.at)) })}
        </strong>
      </p>
      {state.simulated && <p class="bad">{tell("boxes.plays")}</p>}
      {clockIsOff(offsetMs) && (
        <p class="bad">{tell("boxes.clock", { seconds: Math.round(Math.abs(offsetMs!) / 1000) })}</p>
      )}
      <Rows
        label={tell("boxes.connections")}
        heads={[
          tell("boxes.column.address"),
          tell("boxes.column.state"),
          tell("boxes.column.in"),
          tell("boxes.column.last"),
        ]}
        rows={state.ports.map(({ address, state: word, in: heard, lastHeardAt, unusuallyQuiet, tuned }) => ({
          key: address,
          cells: [
            { code: address },
            [
              sayState(word),
              ...(unusuallyQuiet ? [tell("boxes.unusual")] : []),
              ...(tuned ? [tell("boxes.tuned", { mhz: (tuned.hz / 1e6).toFixed(3), mode: tuned.mode })] : []),
            ].join(", "),
            heard,
            lastHeardAt === null ? "" : sayTime(lastHeardAt, now),
          ],
          bad: isWrong(word) || unusuallyQuiet,
        }))}
      />
      <ul>
        {facts.map((fact) => <li key={fact}>{fact}</li>)}
      </ul>
    </>
  );
}

interface OwnBox {
  box: string;
  label: string;
  callsign: string | null;
  lastSeenAt: number | null;
  state: BoxState | null;
}

export default function BoxesPage() {
  return <SignedIn title="page.my_boxes">{(call) => <Boxes call={call} />}</SignedIn>;
}

/** How often the boxes are read again, in seconds. */
const BOXES_S = 10;

function Boxes({ call }: { call: string }) {
  const { known, again } = useRenewed(routeTo("GET /api/my/boxes"), BOXES_S);
  const boxes = known.value?.value.boxes;
  if (!boxes) return <Loading />;
  return (
    <>
      {boxes.length === 0 && <Notice>{tell("boxes.none_mine")}</Notice>}
      {boxes.length > 0 && <ReadAt known={known.value} everyS={BOXES_S} />}
      {boxes.map((box) => (
        <Boundary key={box.box}>
          <One box={box} call={call} />
        </Boundary>
      ))}
      <Claim again={again} />
    </>
  );
}

function One({ box: { box, label, state }, call }: { box: OwnBox; call: string }) {
  const open = useSignal(false);
  return (
    <section class="own-box">
      <h2>
        <span class="code">{box}</span> {label && <Foreign>{label}</Foreign>}
      </h2>
      {state ? <BoxHealth state={state} /> : <p class="soft">{tell("boxes.unsaid")}</p>}
      <Button aria-expanded={open.value} onClick={() => open.value = !open.value}>
        {tell("boxes.commands")}
      </Button>
      {open.value && <BoxCommands box={box} call={call} />}
    </section>
  );
}

/** The form to claim a box: the box shows a code, and whoever enters it owns the box. */
function Claim({ again }: { again: () => Promise<void> }) {
  const { gateway } = useApp();
  const doing = useDoing();
  const box = useSignal(""), code = useSignal("");
  const claim = async (event: Event) => {
    event.preventDefault();
    const path = routeTo("POST /api/box/:id/claim", { params: { id: box.peek().trim() } });
    if (await doing.run(() => gateway.ask("POST", path, { code: code.peek().trim() }))) {
      box.value = code.value = "";
      await again();
    }
  };
  const fields = [["box", box, "none"], ["code", code, "characters"]] as const;
  return (
    <section>
      <h2>{tell("boxes.claim")}</h2>
      <p>{tell("boxes.claim.what")}</p>
      <form onSubmit={claim}>
        {fields.map(([name, value, capitals]) => (
          <TextField
            key={name}
            id={`claim-${name}`}
            label={tell(`boxes.claim.${name}`)}
            code
            autoCapitalize={capitals}
            required
            maxLength={64}
            value={value}
          />
        ))}
        <Button submit disabled={doing.busy.value}>{tell("boxes.claim.do")}</Button>
      </form>
      <Problem of={doing} />
    </section>
  );
}
