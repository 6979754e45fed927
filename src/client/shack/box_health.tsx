/** How a receiver box says it is, in words: what is wrong first, then each of its connections. */
import type { z } from "zod";
import type { BoxState as Shape } from "../../ingest/mod.ts";
import { useApp } from "../shell/app.ts";
import { say } from "../shell/say.ts";
import { sayAge, sayTime } from "../shell/times.ts";
import { clockIsOff, isWrong, type Lock, LOCKS, type State, STATES } from "./box_words.ts";
import { Rows } from "./rows.tsx";

export type BoxState = z.output<typeof Shape>;

const isOf = <Word extends string>(words: readonly Word[], word: string): word is Word =>
  (words as readonly string[]).includes(word);
/** Words that a later box may tell and this app does not know are shown as they are. */
export const sayLock = (lock: string): string => isOf<Lock>(LOCKS, lock) ? say(`boxes.lock.${lock}`) : lock;
export const sayState = (state: string): string =>
  isOf<State>(STATES, state) ? say(`boxes.state.${state}`) : state;

export function BoxHealth({ state }: { state: BoxState }) {
  const { gateway } = useApp();
  const now = gateway.now();
  const { offsetMs } = state.clock;
  const facts = [
    say("boxes.version", { version: state.version }),
    say("boxes.spool", { ...state.spool }),
    state.tx.on
      ? state.tx.locks.length === 0
        ? say("boxes.tx.open")
        : say("boxes.tx.locked", { locks: state.tx.locks.map(sayLock).join(", ") })
      : say("boxes.tx.off"),
  ];
  return (
    <>
      <p>
        <strong class={state.silent ? "bad" : "go"}>
          {say(state.silent ? "boxes.silent" : "boxes.told", { age: sayAge(Math.max(0, now - state.at)) })}
        </strong>
      </p>
      {clockIsOff(offsetMs) && (
        <p class="bad">{say("boxes.clock", { seconds: Math.round(Math.abs(offsetMs!) / 1000) })}</p>
      )}
      <Rows
        label={say("boxes.connections")}
        heads={[
          say("boxes.column.address"),
          say("boxes.column.state"),
          say("boxes.column.in"),
          say("boxes.column.last"),
        ]}
        rows={state.ports.map(({ address, state: word, in: heard, lastHeardAt, unusuallyQuiet }) => ({
          key: address,
          cells: [
            { code: address },
            unusuallyQuiet ? `${sayState(word)}, ${say("boxes.unusual")}` : sayState(word),
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
