/** Whether a box may run services of this instance (mail, the queue to APRS-IS); independent of whether its hearing counts. */
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { Button } from "../../ui/parts.tsx";
import { Danger } from "../parts/danger.tsx";
import { Mark } from "../parts/mark.tsx";
import { tell } from "../tell.ts";
import type { Box } from "./boxes.ts";
import { routeTo } from "../../phone/wire/routes.ts";

export function Services({ box, again }: { box: Box; again: () => Promise<void> }) {
  const { gateway } = useApp();
  const doing = useDoing();
  const path = routeTo("POST /api/admin/boxes/:id/services", { params: { id: box.box } });
  const give = () => gateway.ask("POST", path, { services: true });
  const press = async () => {
    if (await doing.run(give)) await again();
  };
  return (
    <section>
      <h2>{tell("services.title")}</h2>
      <p class="soft">{tell("services.what")}</p>
      <p>
        <Mark kind={box.services ? "go" : "off"}>
          {tell(box.services ? "services.is_on" : "services.is_off")}
        </Mark>
      </p>
      {box.services
        ? (
          <Danger
            id="services-off"
            label={tell("services.off")}
            touches={[tell("services.off.mail")]}
            act={() => gateway.ask("POST", path, { services: false })}
            done={tell("services.off.done")}
            undo={{ label: tell("services.give"), act: give }}
            after={again}
          />
        )
        : <Button disabled={doing.busy.value} onClick={() => void press()}>{tell("services.give")}</Button>}
      <Problem of={doing} />
    </section>
  );
}
