/** A text to be used elsewhere, with a button that copies it where the browser allows that. `what` names the text. */
import { useSignal } from "@preact/signals";
import { Button } from "../shell/parts.tsx";
import { say } from "../shell/say.ts";

export function CopyText({ text, what }: { text: string; what: string }) {
  const copied = useSignal(false);
  const mayCopy = isSecureContext && navigator.clipboard !== undefined;
  return (
    <p class="copy-text">
      <code>{text}</code> {mayCopy && (
        <Button
          aria-label={say("copy.label", { what })}
          onClick={() => void navigator.clipboard.writeText(text).then(() => copied.value = true, () => {})}
        >
          {say(copied.value ? "copy.done" : "copy.do")}
        </Button>
      )}
    </p>
  );
}
