/** Push messages for somebody who has just done something that they may want to hear of; nobody is asked before that. */
import { type ReadonlySignal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useApp } from "../app.ts";
import { type Doing, useDoing } from "../doing.tsx";
import { isPushed, type PushHere, pushHere, takePush } from "./push.ts";

/** Whether this browser can be told, or is told already; to switch it on, and how that goes. */
export function usePush(): {
  state: ReadonlySignal<PushHere | "asking" | "told">;
  doing: Doing;
  take(): Promise<void>;
} {
  const app = useApp(), call = app.call.value ?? "";
  const doing = useDoing();
  const state = useSignal<PushHere | "asking" | "told">("asking");
  useEffect(() => {
    const configured = app.start.peek()?.value.configured.push ?? false;
    void isPushed(app.gateway, call).then((is) => state.value = is ? "told" : pushHere(configured));
  }, []);
  const take = async () => {
    if (await doing.run(() => takePush(app.gateway, call))) state.value = "told";
  };
  return { state, doing, take };
}
