/** What waits for a restart, and the button for it; where nothing brings the gateway back, what to do on its host. */
import { useSignal } from "@preact/signals";
import { freshly } from "../../account/sign_in/fresh.ts";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { routeTo } from "../../phone/wire/routes.ts";
import { Button } from "../../ui/parts.tsx";
import { Mark } from "../parts/mark.tsx";
import { tell } from "../tell.ts";

/** How long it may take to come back, and how often it is asked meanwhile, in milliseconds. */
const PATIENCE_MS = 60_000, EVERY_MS = 1000, BEGIN_MS = 1500;

export function Restart(
  { names, can, again }: { names: readonly string[]; can: boolean; again: () => Promise<void> },
) {
  const app = useApp();
  const doing = useDoing();
  const state = useSignal<"" | "going" | "back" | "late">("");
  const wait = (ms: number) => new Promise<void>((go) => app.world.later(go, ms));
  if (names.length === 0) {
    return state.value === "back" ? <p role="status">{tell("settings.restart.back")}</p> : null;
  }
  const restart = async () => {
    const done = await doing.run(() =>
      freshly(app, () => app.gateway.ask("POST", routeTo("POST /api/admin/restart")))
    );
    if (!done) return;
    state.value = "going";
    await wait(BEGIN_MS);
    for (let waited = 0; waited < PATIENCE_MS; waited += EVERY_MS) {
      if ((await app.gateway.get(routeTo("GET /health"))).ok) {
        state.value = "back";
        return await again();
      }
      await wait(EVERY_MS);
    }
    state.value = "late";
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
