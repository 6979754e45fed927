/** The log of a net or a day: who was heard on the air, with a box to tick for who checked in. */
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

/** Hours and minutes in UTC, as logs are kept. */
const clock = (at: number): string => new Date(at * 1000).toISOString().slice(11, 16);

/** `until`: unix seconds at which the log was made. */
export function NetSheet({ heard, hours, until, to }: {
  heard: readonly InNet[];
  hours: number;
  until: number;
  to: Leads;
}) {
  const day = new Date(until * 1000).toISOString().slice(0, 10);
  return (
    <article class="sheet">
      <h1>{say("print.net.title")}</h1>
      <p>{say("print.net.span", { n: hours, day, to: clock(until) })}</p>
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
