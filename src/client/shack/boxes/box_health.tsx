/** What a receiver box reports about itself, in words: first what is wrong, then each of its connections. */
import { useApp } from "../../phone/app.ts";
import { sayAge, sayTime } from "../../ui/times.ts";
import { clockIsOff, isWrong, sayLock, sayState } from "./box_words.ts";
import { Rows } from "../rows.tsx";
import { tell } from "../tell.ts";

/** The last report of a box, as the gateway shows it to its owner. */
export interface BoxState {
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

export function BoxHealth({ state }: { state: BoxState }) {
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
