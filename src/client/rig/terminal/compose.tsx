/** Where one writes: a line to the channel that is shown or to all, what is often used, and how it is with the connection. */
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { useNow } from "../../phone/position/use_now.ts";
import { Tick } from "../../ui/choices.tsx";
import { TextField } from "../../ui/fields.tsx";
import { SEND } from "../../ui/icons/field_paths.ts";
import { Segmented } from "../../ui/look/choose.tsx";
import { CallPlate, OnAir } from "../../ui/look/radio.tsx";
import { Button } from "../../ui/parts.tsx";
import { say } from "../../ui/say.ts";
import { sayAge, sayDuration } from "../../ui/times.ts";
import { type PathName, PATHS, type Shut } from "../transmit/locks.ts";
import type { Channel } from "./channel.ts";
import { Answers, ConnectForm, useHand } from "./connect_form.tsx";
import { MOST_TYPED, pastedLines } from "./lines.ts";
import type { Terminal } from "./terminal.ts";

/** What mailboxes and nodes are often told. Some wait for a number behind them. */
const OFTEN = ["lm", "r ", "l> ", "s ", "b"] as const;
/** The end of a letter, and the sign that stops what a peer is doing. */
const SIGNS = { "Ctrl+Z": "\x1a", Break: "\x03" } as const;

export function Compose({ terminal }: { terminal: Terminal }) {
  const { rig } = terminal, screen = terminal.shown.value, channel = terminal.at(screen);
  if (!rig.app.call.value) return <p class="wait term-in">{say("rig.sign_in")}</p>;
  if (rig.tx.value.allowed === undefined) {
    return (
      <div class="term-in">
        <Tick label={say("rig.allow")} value={false} set={(on) => rig.allow(on)} />
        <p class="soft">{say("terminal.leaving")}</p>
      </div>
    );
  }
  if (screen === "M") {
    return (
      <div class="term-in">
        <Answers terminal={terminal} />
      </div>
    );
  }
  if (screen !== "U" && (!channel || channel.word.value === "idle")) {
    return (
      <div class="term-in">
        <ConnectForm key={screen} terminal={terminal} />
      </div>
    );
  }
  return (
    <>
      <WriteLine key={screen} terminal={terminal} channel={channel} />
      {channel && <State terminal={terminal} channel={channel} />}
    </>
  );
}

const INPUT = "terminal-line";

function WriteLine({ terminal, channel }: { terminal: Terminal; channel: Channel | undefined }) {
  const text = useSignal(""), shut = useSignal<readonly Shut[]>([]), full = useSignal(false);
  const to = useSignal("CQ"), path = useSignal<PathName>("wide"), form = useRef<HTMLFormElement>(null);
  const history = channel?.history ?? terminal.history;
  const { pressed, taken } = useHand(terminal.rig.app);
  const field = () => form.current!.querySelector<HTMLInputElement>(`#${INPUT}`)!;
  const send = (event: Event) => {
    event.preventDefault();
    const hand = taken();
    if (!hand) return;
    const done = terminal.type(hand, text.peek(), { call: to.peek(), via: PATHS[path.peek()] });
    shut.value = typeof done === "boolean" ? [] : done;
    full.value = done === false;
    if (done === true) text.value = "";
    field().focus();
  };
  const key = (event: KeyboardEvent) => {
    const by = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : undefined;
    if (by === undefined || event.target !== field()) return;
    event.preventDefault();
    text.value = history.step(by, text.peek());
  };
  const paste = (event: ClipboardEvent) => {
    const lines = channel && pastedLines(event.clipboardData?.getData("text/plain") ?? "");
    if (!lines || event.target !== field()) return;
    event.preventDefault();
    terminal.paste(event, lines);
  };
  const name = channel ? say("terminal.line", { call: channel.ends.peer }) : say("terminal.line.all");
  return (
    <>
      {channel && (
        <div class="term-keys" role="group" aria-label={say("terminal.often")}>
          {OFTEN.map((one) => (
            <Button
              key={one}
              onClick={() => {
                text.value = one;
                field().focus();
              }}
            >
              {one.trim()}
            </Button>
          ))}
          {(Object.keys(SIGNS) as (keyof typeof SIGNS)[]).map((one) => (
            <Button
              key={one}
              onClick={(event) => terminal.sign(event, SIGNS[one], one)}
            >
              {one}
            </Button>
          ))}
        </div>
      )}
      <form class="term-in term-line" ref={form} onSubmit={send} onKeyDown={key} onPaste={paste}>
        {!channel && (
          <div class="term-to">
            <TextField id="terminal-to" label={say("terminal.to")} value={to} maxLength={9} call required />
            <Segmented
              name="terminal-path"
              label={say("rig.path")}
              choices={Object.keys(PATHS) as PathName[]}
              words={(one) => say(`rig.path.${one}`)}
              value={path}
            />
          </div>
        )}
        <TextField id={INPUT} label={name} bare value={text} maxLength={channel ? MOST_TYPED : 128} code />
        <Button kind="round" submit icon={SEND} onClick={pressed} aria-label={say("terminal.send")} />
      </form>
      {full.value && <p class="wait term-says" role="alert">{say("terminal.not_now")}</p>}
      {shut.value.length > 0 && <p class="wait term-says" role="alert">{shut.value.map(sayShut).join(" ")}
      </p>}
    </>
  );
}

const sayShut = ({ rule, againS }: Shut): string => {
  const why = say(rule === "text" ? "terminal.shut.text" : `rig.shut.${rule}`);
  return againS === undefined ? why : `${why} ${say("rig.again", { age: sayAge(Math.ceil(againS)) })}.`;
};

/** How it is with the connection: who with whom, what is on the way, what keeps it. */
function State({ terminal, channel }: { terminal: Terminal; channel: Channel }) {
  const { ends, word, onTheWay, repeated, since, bytes, pasted } = channel, now = useNow();
  const shut = terminal.shut.value, isBusy = onTheWay.value > 0 || word.value !== "connected";
  const kilo = (n: number) => Math.round(n / 100) / 10;
  return (
    <footer class="term-state">
      <span class="term-ends">
        <CallPlate call={ends.own} proven={terminal.rig.facts().proven !== undefined} />
        <span aria-hidden="true">→</span>
        <span class="code">{ends.peer}</span>
      </span>
      {ends.via.length > 0 && <span class="soft">{say("terminal.over", { call: ends.via.join(", ") })}</span>}
      <span class="soft">{say("terminal.on_the_way", { n: onTheWay.value, again: repeated.value })}</span>
      {pasted.value.length > 0 && (
        <span class="soft">{say("terminal.pasted", { n: pasted.value.length })}</span>
      )}
      <span role="status">
        {shut.length > 0
          ? <span class="wait">{shut.map(sayShut).join(" ")}</span>
          : isBusy && <OnAir now>{say(`terminal.busy.${word.value}`)}</OnAir>}
      </span>
      {since.value !== undefined && (
        <span class="soft term-up">
          {say("terminal.up", {
            time: sayDuration(Math.max(0, now - since.value)),
            in: kilo(bytes.value.in),
            out: kilo(bytes.value.out),
          })}
        </span>
      )}
      <Button onClick={(event) => terminal.hangUp(event, channel.number)}>{say("terminal.hang_up")}</Button>
    </footer>
  );
}
