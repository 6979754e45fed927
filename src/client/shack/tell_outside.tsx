/** Offers push messages to somebody who has just asked to be told of something; nobody is asked before that. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { isPushed, type PushHere, pushHere, takePush } from "../account/push.ts";
import { useApp } from "../shell/app.ts";
import { Problem, useDoing } from "../shell/doing.tsx";
import { Button } from "../shell/parts.tsx";
import { say } from "../shell/say.ts";
import { tell } from "./tell.ts";

export function TellOutside() {
  const app = useApp();
  const doing = useDoing();
  const state = useSignal<PushHere | "asking" | "told">("asking");
  useEffect(() => {
    const configured = app.start.peek()?.value.configured.push ?? false;
    void isPushed().then((is) => state.value = is ? "told" : pushHere(configured));
  }, []);
  const take = async () => {
    if (await doing.run(() => takePush(app.gateway))) state.value = "told";
  };
  if (state.value === "asking") return null;
  return (
    <div role="status">
      <p>{tell("watches.rings")}</p>
      {state.value === "told" && <p>{tell("watches.pushed")}</p>}
      {state.value === "yes" && (
        <Button disabled={doing.busy.value} onClick={() => void take()}>{tell("watches.push")}</Button>
      )}
      <p>
        <a href="/me/notices">{say("page.notices")}</a>
      </p>
      <Problem of={doing} />
    </div>
  );
}
