/** Asks once, when somebody's cache is published, whether this device shall tell of its finds. A no is for ever. */
import { signal } from "@preact/signals";
import { usePush } from "../phone/push/use_push.ts";
import { recall, remember } from "../phone/choices.ts";
import { Problem } from "../phone/doing.tsx";
import { Button } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";

/** Under this name the device remembers that it was answered. */
const ANSWERED = "asked.found";
/** One answer is for all cards on the page. */
const answered = signal(recall<boolean>(ANSWERED) ?? false);

export function TellWhenFound() {
  const { state, doing, take } = usePush();
  if (answered.value || state.value !== "yes") return null;
  const answer = () => {
    remember(ANSWERED, true);
    answered.value = true;
  };
  return (
    <div>
      <p>{say("hide.tell")}</p>
      <div class="buttons">
        <Button disabled={doing.busy.value} onClick={() => void take()}>{say("hide.tell.yes")}</Button>
        <Button onClick={answer}>{say("hide.tell.no")}</Button>
      </div>
      <Problem of={doing} />
    </div>
  );
}
