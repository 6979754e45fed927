/** How to log one cache without a phone's network: the messages to key into a radio, and the card to print. */
import { RADIUS_M } from "../../caches/rules/tier_limits.ts";
import { useApp } from "../phone/app.ts";
import { Heading, Loading } from "../ui/parts.tsx";
import { sayFrequency } from "./frequency.ts";
import { say } from "../ui/say.ts";
import { sayDistance } from "../ui/times.ts";

/** The commands that name a cache. */
const COMMANDS = ["found", "dnf", "note"] as const;
/** The cache that the card's sentences name as an example. */
const EXAMPLE = "AB12";

/** `code`: of a cache of this instance. It asks for nothing but what every page knows, so it is there without a connection. */
export default function RadioPage({ code }: { code: string }) {
  const start = useApp().start.value?.value;
  if (!start) return <Loading title="print.radio" />;
  return (
    <article class="by-radio">
      <Heading>{say("print.radio")}</Heading>
      <p>
        <a href={`/c/${encodeURIComponent(code)}`} class="code">{code}</a>
      </p>
      <p>
        {say("print.radio.what", { call: start.serviceCall })} {sayFrequency(start.frequency)}
      </p>
      <dl>
        {COMMANDS.map((one) => (
          <div key={one}>
            <dt class="code">{say(`print.radio.${one}`).replace(EXAMPLE, code.toUpperCase())}</dt>
            <dd>{say(`print.does.${one}`)}</dd>
          </div>
        ))}
      </dl>
      <p class="soft">{say("print.radio.proof", { far: sayDistance(RADIUS_M) })}</p>
      <p>
        <a href="/print/radio">{say("print.card")}</a>
      </p>
    </article>
  );
}
