/** How to log a cache without a phone's network: the messages to key into a radio, and the card to print. */
import { useApp } from "../shell/app.ts";
import { say } from "../shell/say.ts";

/** The commands that name a cache. */
const COMMANDS = ["found", "dnf", "note"] as const;
/** The cache that the sentences of the card name as an example. */
const EXAMPLE = "AB12";

/** Closed until it is opened. `code`: of a cache of this instance. Nothing without a service call, or before it is known. */
export function ByRadio({ code }: { code: string }) {
  const call = useApp().start.value?.value.serviceCall;
  if (!call) return null;
  return (
    <details class="by-radio">
      <summary>{say("print.radio")}</summary>
      <p>{say("print.radio.what", { call })}</p>
      <dl>
        {COMMANDS.map((one) => (
          <div key={one}>
            <dt class="code">{say(`print.radio.${one}`).replace(EXAMPLE, code)}</dt>
            <dd>{say(`print.does.${one}`)}</dd>
          </div>
        ))}
      </dl>
      <p class="soft">{say("print.radio.proof")}</p>
      <p>
        <a href="/print/radio">{say("print.card")}</a>
      </p>
    </details>
  );
}
