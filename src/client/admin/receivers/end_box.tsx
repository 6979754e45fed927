/** Removes a box: says what ends at once, and asks for its name. It can join again only with a new code. */
import { useApp } from "../../phone/app.ts";
import { Danger } from "../parts/danger.tsx";
import { tell } from "../tell.ts";
import type { Box } from "./boxes.ts";
import { routeTo } from "../../phone/wire/routes.ts";

export function EndBox({ box, finds, again }: { box: Box; finds: number; again: () => Promise<void> }) {
  const { gateway } = useApp();
  const sites = box.trust?.sites ?? [];
  return (
    <section>
      <h2>{tell("end.title")}</h2>
      <Danger
        id="end-box"
        label={tell("end.do")}
        word={box.box}
        touches={[
          tell("end.key"),
          sites.length > 0
            ? tell("end.sites", { n: sites.length, sites: sites.join(" ") })
            : tell("end.no_sites"),
          tell("end.commands"),
          tell("end.finds", { n: finds }),
        ]}
        act={() =>
          gateway.ask("POST", routeTo("POST /api/admin/boxes/:id/revoke", { params: { id: box.box } }))}
        done={tell("end.done")}
        after={again}
      />
    </section>
  );
}
