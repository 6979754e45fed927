/** Whether a box may run services of this instance (mail, the queue to APRS-IS); independent of whether its hearing counts. */
import { useApp } from "../../shell/app.ts";
import { Problem, useDoing } from "../../shell/doing.tsx";
import { tell } from "../tell.ts";
import type { Box } from "./boxes.ts";

export function Services({ box, again }: { box: Box; again: () => Promise<void> }) {
  const { gateway } = useApp();
  const doing = useDoing();
  const set = async (services: boolean) => {
    await doing.run(() =>
      gateway.ask("POST", `/api/admin/boxes/${encodeURIComponent(box.box)}/services`, { services })
    );
    await again();
  };
  return (
    <section>
      <h2>{tell("services.title")}</h2>
      <label class="switch">
        <input
          type="checkbox"
          checked={box.services}
          disabled={doing.busy.value}
          onChange={({ currentTarget }) => void set(currentTarget.checked)}
        />
        <span>{tell("services.on")}</span>
      </label>
      <p class="soft">{tell("services.what")}</p>
      <Problem of={doing} />
    </section>
  );
}
