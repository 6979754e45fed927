/** Warns, once a week at most, that the browser may delete what the app stores, while it has not promised to keep it. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useApp, waitsFor } from "../phone/app.ts";
import { recall, remember } from "../phone/choices.ts";
import { Button } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";
import { askToKeep, room } from "../phone/packs/storage_state.ts";

const KEY = "hint:storage";
/** A week in seconds. */
export const WEEK_S = 7 * 86_400;

/** Whether it is time to warn again; a time far in the future comes from a clock that was wrong. */
export const isTime = (saidAt: number | undefined, now: number): boolean =>
  saidAt === undefined || Math.abs(now - saidAt) >= WEEK_S;

export function KeepHint() {
  const app = useApp();
  const state = useSignal<"off" | "on" | "refused">("off");
  const keeps = app.packs.chosen.value.length > 0 || waitsFor(app) > 0;
  useEffect(() => {
    if (!keeps || state.peek() !== "off" || matchMedia("(display-mode: standalone)").matches) return;
    if (!isTime(recall<number>(KEY), app.gateway.now())) return;
    void room().then(({ safe }) => {
      if (safe !== false) return;
      remember(KEY, app.gateway.now());
      state.value = "on";
    });
  }, [keeps]);
  if (state.value === "off") return null;
  const ask = async () => {
    state.value = await askToKeep() ? "off" : "refused";
  };
  return (
    <section class="notice" role="status">
      <p>{say("keep.what")}</p>
      {state.value === "refused" ? <p>{say("keep.no")}</p> : (
        <>
          <p>{say("keep.home")}</p>
          <p class="buttons">
            <Button onClick={() => void ask()}>{say("keep.ask")}</Button>
            <Button onClick={() => state.value = "off"}>{say("keep.later")}</Button>
          </p>
        </>
      )}
    </section>
  );
}
