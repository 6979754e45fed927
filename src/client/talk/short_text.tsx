/** A field for one message on the air. It says how much fits, and how the text will look without letters that radios lack. */
import { Field, Foreign } from "../ui/parts.tsx";
import { say } from "../ui/say.ts";
import { onAir } from "./on_air.ts";

/** How many characters a message on the air has at most (API "Limits"). */
export const MOST_ON_AIR = 67;

export function ShortText({ id, label, most, text, change }: {
  id: string;
  label: string;
  most: number;
  text: string;
  change: (text: string) => void;
}) {
  const sent = onAir(text), left = most - sent.length;
  return (
    <>
      <Field
        id={id}
        label={label}
        hint={left < 0 ? say("talk.over", { n: -left, most }) : say("talk.left", { n: left, most })}
      >
        <textarea
          id={id}
          rows={2}
          required
          aria-describedby={`${id}-hint`}
          aria-invalid={left < 0}
          value={text}
          onInput={({ currentTarget }) => change(currentTarget.value)}
          onKeyDown={(event) => {
            // A message is one line, so Enter sends the form, where the button would.
            if (event.key !== "Enter" || event.isComposing) return;
            event.preventDefault();
            if (left >= 0) event.currentTarget.form?.requestSubmit();
          }}
        />
      </Field>
      {sent !== text.trim() && (
        <p class="soft" role="status">
          {say("talk.goes_out_as")} <Foreign>{sent}</Foreign>
        </p>
      )}
    </>
  );
}
