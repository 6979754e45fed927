/** What the gateway finds for a search beyond the list: more caches, and stations by call. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useApp } from "../phone/app.ts";
import { pageAt } from "../pages/page_table.ts";
import { Foreign } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";
import { routeTo } from "../phone/wire/routes.ts";

interface Answer {
  caches: { code: string; gid?: string; title: string }[];
  stations: { callsign: string; comment: string | null }[];
}
/** The gateway is asked for texts of so many characters or more, and after a pause in typing of so many milliseconds. */
const LEAST = 2;
const PAUSE_MS = 300;

/** `wanted`: the text. `shown`: codes of the caches that the list above has already. */
export function FoundElsewhere({ wanted, shown }: { wanted: string; shown: ReadonlySet<string> }) {
  const { gateway, world } = useApp();
  const found = useSignal<Answer>({ caches: [], stations: [] });
  const text = wanted.trim();
  useEffect(() => {
    found.value = { caches: [], stations: [] };
    if (text.length < LEAST) return;
    let over = false;
    const callOff = world.later(() => {
      void gateway.get(routeTo("GET /api/search", { query: { q: text } })).then((answer) => {
        if (answer.ok && !over) found.value = answer.value;
      });
    }, PAUSE_MS);
    return () => {
      over = true;
      callOff();
    };
  }, [text]);
  const caches = found.value.caches.filter(({ code, gid }) => !shown.has(gid ?? code));
  const { stations } = found.value;
  if (caches.length + stations.length === 0) return null;
  return (
    <section>
      <h2>{say("nearby.elsewhere")}</h2>
      <ul class="link-list">
        {caches.map(({ code, gid, title }) => (
          <li key={gid ?? code}>
            <a href={`/c/${encodeURIComponent(gid ?? code)}`}>
              <Foreign>{title}</Foreign>
            </a>
          </li>
        ))}
        {stations.map(({ callsign, comment }) => (
          <li key={callsign}>
            {pageAt(`/s/${callsign}`)
              ? <a href={`/s/${encodeURIComponent(callsign)}`} class="code">{callsign}</a>
              : <span class="code">{callsign}</span>}
            {comment && (
              <span class="soft">
                <Foreign>{comment}</Foreign>
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
