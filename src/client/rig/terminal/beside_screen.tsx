/** Beside the screen, where there is room: whom the radio hears, and which keys there are. */
import { useNow } from "../../phone/position/use_now.ts";
import { say } from "../../ui/say.ts";
import { sayAge } from "../../ui/times.ts";
import { TERMINAL_KEYS } from "./keys.ts";
import type { Terminal } from "./terminal.ts";

/** So many calls are listed. */
const MOST = 14;

export function BesideScreen({ terminal }: { terminal: Terminal }) {
  const now = useNow(), heard = terminal.heard.value.slice(0, MOST);
  return (
    <aside class="term-side" aria-label={say("terminal.heard")}>
      <h2>{say("terminal.heard")}</h2>
      {heard.length === 0 ? <p class="soft">{say("rig.heard.none")}</p> : (
        <table>
          <thead>
            <tr>
              <th scope="col">{say("terminal.heard.call")}</th>
              <th scope="col">{say("terminal.heard.is")}</th>
              <th scope="col">{say("terminal.heard.last")}</th>
            </tr>
          </thead>
          <tbody>
            {heard.map(({ call, is, at }) => (
              <tr key={call}>
                <td class="code">{call}</td>
                <td>{say(`terminal.is.${is}`)}</td>
                <td>{sayAge(Math.max(0, now - at))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <h2>{say("terminal.keys")}</h2>
      <dl>
        {TERMINAL_KEYS.map(({ keys, does }) => (
          <div key={does}>
            <dt>{keys.map((key) => <kbd key={key}>{key}</kbd>)}</dt>
            <dd>{say(does)}</dd>
          </div>
        ))}
      </dl>
    </aside>
  );
}
