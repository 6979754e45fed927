/** A field for one message on the air: how much fits, and what becomes of letters that radios do not have. */
import { Field, Foreign } from "../shell/parts.tsx";
import { say } from "../shell/say.ts";
import { onAir } from "./on_air.ts";

/** Characters of one message on the air (API "Limits"). */
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
        hint={say("talk.left", { n: left, most })}
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
            // One message is one line.
            if (event.key !== "Enter" || event.isComposing) return;
            event.preventDefault();
            event.currentTarget.form?.requestSubmit();
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
