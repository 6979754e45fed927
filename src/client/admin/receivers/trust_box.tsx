/** Which stations' hearing counts through a box: a switch for each, with what it heard today; below, one by its callsign. */
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { useApp } from "../../phone/app.ts";
import type { Answered } from "../../phone/ask.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { Card } from "../../ui/look/lists.tsx";
import { Button } from "../../ui/parts.tsx";
import { TextField } from "../../ui/fields.tsx";
import { sayAgo, sayDate } from "../../ui/times.ts";
import { Danger } from "../parts/danger.tsx";
import { tell } from "../tell.ts";
import type { Box, Heard } from "./boxes.ts";
import { routeTo } from "../../phone/wire/routes.ts";

export function TrustBox(
  { box, heard, again }: { box: Box; heard: readonly Heard[]; again: () => Promise<void> },
) {
  const app = useApp();
  const doing = useDoing();
  const typed = useSignal("");
  const now = app.gateway.now();
  const sites = box.trust?.sites ?? [];
  const path = routeTo("POST /api/admin/boxes/:id/trust", { params: { id: box.box } });
  const trust = (wanted: readonly string[], more: { since?: number } = {}) =>
    app.gateway.ask("POST", path, { trusted: true, sites: [...wanted], ...more });
  const add = async (site: string) => {
    if (await doing.run(() => trust([...sites, site]))) typed.value = "";
    await again();
  };
  const end = (site: string) => {
    const left = sites.filter((one) => one !== site);
    return left.length > 0 ? trust(left) : app.gateway.ask("POST", path, { trusted: false });
  };
  const touches = async (site: string): Promise<Answered<string[]>> => {
    const finds = routeTo("GET /api/admin/boxes/:id/finds", { params: { id: box.box } });
    const answer = await app.gateway.get(finds);
    return answer.ok
      ? {
        ...answer,
        value: [tell("trust.end.site", { site }), tell("trust.end.finds", { n: answer.value.count })],
      }
      : answer;
  };
  // One list in one order, so that no row moves when its switch is turned, and none goes.
  const seen = useRef(new Set<string>());
  for (const site of [...sites, ...heard.map(({ site }) => site)]) seen.current.add(site);
  const stations = [...seen.current].sort();
  const told = (site: string) => {
    const one = heard.find((one) => one.site === site);
    return one
      ? tell("sites.heard", { n: one.day, direct: one.direct, ago: sayAgo(one.lastAt, now) })
      : tell("sites.unheard");
  };
  return (
    <section class="trust" aria-labelledby="trust-title">
      <h2 id="trust-title">{tell("trust.title")}</h2>
      <p>{tell("trust.what")}</p>
      {stations.length > 0 && (
        <Card flush>
          {stations.map((site) => (
            <Danger
              key={site}
              id={`trust-${site}`}
              label={tell("trust.end")}
              choice={{
                icon: "radio-tower",
                name: tell("trust.counts", { site }),
                line: told(site),
                on: sites.includes(site),
              }}
              touches={() => touches(site)}
              act={() => end(site)}
              done={tell("sites.dropped", { site })}
              undo={{ label: tell("sites.again", { site }), act: () => trust([...sites, site]) }}
              after={again}
            />
          ))}
        </Card>
      )}
      {box.trust && (
        <p class="soft">
          {tell("trust.by", { by: box.trust.trustedByCall ?? "OPERATOR", at: sayDate(box.trust.trustedAt) })}
        </p>
      )}
      {box.trust && box.trust.trustedAt > box.enrolledAt && (
        <Button
          disabled={doing.busy.value}
          onClick={async () => {
            await doing.run(() => trust(sites, { since: box.enrolledAt }));
            await again();
          }}
        >
          {tell("trust.since", { at: sayDate(box.enrolledAt) })}
        </Button>
      )}
      <details>
        <summary>{tell("trust.other")}</summary>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void add(typed.peek().trim().toUpperCase());
          }}
        >
          <TextField
            id="trust-site"
            label={tell("sites.add.label")}
            required
            maxLength={9}
            call
            value={typed}
          />
          <Button submit disabled={doing.busy.value}>{tell("sites.add")}</Button>
        </form>
      </details>
      <Problem of={doing} />
    </section>
  );
}
