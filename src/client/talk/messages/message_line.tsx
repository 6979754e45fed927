/** The line that tells of a new message, on whatever page the person is. */
import { Button, Foreign } from "../../ui/parts.tsx";
import { say } from "../../ui/say.ts";
import { addressOf } from "./talks.ts";

export default function MessageLine({ from, text, seen }: { from: string; text: string; seen: () => void }) {
  return (
    <div class="new-message" role="alert">
      <a href={addressOf(from)}>
        {say("talk.new", { call: from })} <Foreign>{text}</Foreign>
      </a>
      <Button onClick={seen}>{say("talk.seen")}</Button>
    </div>
  );
}
