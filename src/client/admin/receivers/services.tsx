/** Whether a box may run services of this instance (mail, the queue to APRS-IS); independent of whether its hearing counts. */
import { useApp } from "../../phone/app.ts";
import { Card } from "../../ui/look/lists.tsx";
import { Danger } from "../parts/danger.tsx";
import { tell } from "../tell.ts";
import type { Box } from "./boxes.ts";
import { routeTo } from "../../phone/wire/routes.ts";

export function Services({ box, again }: { box: Box; again: () => Promise<void> }) {
  const { gateway } = useApp();
  const path = routeTo("POST /api/admin/boxes/:id/services", { params: { id: box.box } });
  return (
    <section>
      <h2>{tell("services.title")}</h2>
      <p class="soft">{tell("services.what")}</p>
      <Card flush>
        <Danger
          id="services-off"
          label={tell("services.off")}
          choice={{ icon: "mailbox", name: tell("services.may"), on: box.services }}
          touches={[tell("services.off.mail")]}
          act={() => gateway.ask("POST", path, { services: false })}
          done={tell("services.off.done")}
          undo={{ label: tell("services.give"), act: () => gateway.ask("POST", path, { services: true }) }}
          after={again}
        />
      </Card>
    </section>
  );
}
