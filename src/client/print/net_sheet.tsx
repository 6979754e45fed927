/** The log of a net or a day: who was heard on the air, with a box to tick for who checked in. */
import { Button } from "../shell/parts.tsx";
import { say } from "../shell/say.ts";
import { Lead, type Leads } from "./sheets.tsx";

export interface InNet {
  call: string;
  /** Unix seconds. */
  firstAt: number;
  lastAt: number;
  direct: boolean;
  messages: number;
}

/** A net: who was heard, and when it was; times in unix seconds. */
export interface NetOf {
  heard: readonly InNet[];
  from: number;
  until: number;
  /** How many hours were asked for. */
  hours: number;
  /** Since when packets are kept, and since when they were looked at: later where too much was heard. */
  kept: number;
  seen: number;
}

/** Date, hours and minutes in UTC as logs are kept, and as a field of a form takes them. */
const minuteOf = (at: number): string => new Date(at * 1000).toISOString().slice(0, 16);
const clock = (at: number): string => minuteOf(at).slice(11);
const dated = (at: number): string => minuteOf(at).replace("T", " ");
const MOST_HOURS = 24;

export function NetSheet({ to, ...net }: NetOf & { to: Leads }) {
  const { heard, from, until, seen } = net;
  return (
    <article class="sheet">
      <NetTime {...net} />
      <h1>{say("print.net.title")}</h1>
      <p>{say("print.net.span", { from: dated(from), to: dated(until) })}</p>
      {seen > from && <p>{say("print.net.cut", { from: dated(seen) })}</p>}
      {heard.length === 0 ? <p>{say("print.net.none")}</p> : (
        <table class="sheet-list">
          <thead>
            <tr>
              {(["checked", "call", "times", "how", "messages"] as const).map((one) => (
                <th key={one} scope="col">{say(`print.column.${one}`)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {heard.map(({ call, firstAt, lastAt, direct, messages }) => (
              <tr key={call}>
                <td>
                  <span class="sheet-tick" />
                </td>
                <td class="code">{call}</td>
                <td>{clock(firstAt)} – {clock(lastAt)}</td>
                <td>{say(direct ? "live.way.direct" : "live.way.digi")}</td>
                <td>{messages}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Lead to={to} />
    </article>
  );
}

/** When the net was: a form for the screen, which is not printed. */
const NetTime = ({ from, hours, kept }: NetOf) => (
  <form class="sheet-form" method="get" action="/print/net">
    <p>
      <label for="net-from">{say("print.net.from")}</label>{" "}
      <input
        id="net-from"
        type="datetime-local"
        name="from"
        min={minuteOf(kept + 60)}
        value={minuteOf(from)}
      />
    </p>
    <p>
      <label for="net-hours">{say("print.net.hours")}</label>{" "}
      <input id="net-hours" type="number" name="hours" min={1} max={MOST_HOURS} value={hours} />
    </p>
    <p>
      <Button kind="main" submit>{say("print.net.show")}</Button>
    </p>
    <p>{say("print.net.kept", { from: dated(kept) })}</p>
  </form>
);
