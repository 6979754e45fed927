/** The printed log of a net or a day: who was heard on the air, with a box to tick for those who checked in. */
import { Button } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";
import { Lead, type Leads } from "./sheets.tsx";

/** A station that was heard. */
export interface InNet {
  call: string;
  /** When it was heard first and last, unix seconds. */
  firstAt: number;
  lastAt: number;
  direct: boolean;
  messages: number;
}

/** A net: its time, and who was heard. Times are unix seconds. */
export interface NetOf {
  heard: readonly InNet[];
  from: number;
  until: number;
  /** For how many hours somebody asked. */
  hours: number;
  /** From when on packets are kept; and from when on they were read, which is later where there were too many. */
  kept: number;
  seen: number;
}

/** Date, hours and minutes in UTC, as logs have them and as a form's field takes them. */
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

/** The form for the net's time; it is on the screen and not on paper. */
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
