/** A text to be used elsewhere, and the way to copy it. `what` names the text. */
import { CopyOut } from "./parts.tsx";
import { say } from "./say.ts";

export function CopyText({ text, what }: { text: string; what: string }) {
  return (
    <p class="copy-text">
      <CopyOut text={text} label={say("copy.label", { what })} shown={<code>{text}</code>} />
    </p>
  );
}
