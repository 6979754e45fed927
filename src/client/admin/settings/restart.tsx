/** What waits for a restart, and the button for it; where nothing brings the gateway back, what to do on its host. */
import { useSignal } from "@preact/signals";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { routeTo } from "../../phone/wire/routes.ts";
import { Button } from "../../ui/parts.tsx";
import { cameBack } from "../parts/came_back.ts";
import { Mark } from "../parts/mark.tsx";
import { tell } from "../tell.ts";

export function Restart(
  { names, can, again }: { names: readonly string[]; can: boolean; again: () => Promise<void> },
) {
  const app = useApp();
  const doing = useDoing();
  const state = useSignal<"" | "going" | "back" | "late">("");
  if (names.length === 0) {
    return state.value === "back" ? <p role="status">{tell("settings.restart.back")}</p> : null;
  }
  const restart = async () => {
    const done = await doing.run(() => app.gateway.ask("POST", routeTo("POST /api/admin/restart")));
    if (!done) return;
    state.value = "going";
    if (!await cameBack(app)) return void (state.value = "late");
    state.value = "back";
    await again();
  };
  return (
    <section aria-labelledby="restart-title">
      <h2 id="restart-title">{tell("settings.restart.title")}</h2>
      <p>
        <Mark kind="wait">{tell("settings.restart.waits", { names: names.join(", ") })}</Mark>
      </p>
      {can
        ? (
          <Button
            kind="main"
            disabled={doing.busy.value || state.value === "going"}
            onClick={() => void restart()}
          >
            {tell("settings.restart.do")}
          </Button>
        )
        : <p>{tell("settings.restart.by_hand")}</p>}
      <p role="status">
        {state.value === "going" && tell("settings.restart.going")}
        {state.value === "late" && tell("settings.restart.late")}
      </p>
      <Problem of={doing} />
    </section>
  );
}
