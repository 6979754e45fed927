/** Offers push messages to somebody who has just asked to be told of a station. */
import { usePush } from "../../phone/push/use_push.ts";
import { Problem } from "../../phone/doing.tsx";
import { Button } from "../../ui/parts.tsx";
import { say } from "../../ui/say.ts";
import { tell } from "../tell.ts";

export function TellOutside() {
  const { state, doing, take } = usePush();
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
