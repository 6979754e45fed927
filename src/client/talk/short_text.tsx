/** A field for one message on the air. It says how much fits, and how the text will look without letters that radios lack. */
import { Foreign } from "../ui/parts.tsx";
import { TextField } from "../ui/fields.tsx";
import { say } from "../ui/say.ts";
import { onAir } from "./on_air.ts";

/** How many characters a message on the air has at most (API "Limits"). */
export const MOST_ON_AIR = 67;

export function ShortText({ line = false, id, label, most, text, change }: {
  /** Its label stands in it, and how much fits is a number beside it. */
  line?: boolean;
  id: string;
  label: string;
  most: number;
  text: string;
  change: (text: string) => void;
}) {
  const sent = onAir(text), left = most - sent.length;
  return (
    <>
      <TextField
        id={id}
        label={label}
        {...(line
          ? { bare: true, placeholder: label, describedBy: `${id}-left` }
          : { hint: say("talk.left", { n: left, most }) })}
        wrong={left < 0 && say("talk.over", { n: -left, most })}
        rows={line ? 1 : 2}
        required
        onKeyDown={(event) => {
          // A message is one line, so Enter sends the form, where the button would.
          if (event.key !== "Enter" || event.isComposing) return;
          event.preventDefault();
          if (left >= 0) event.currentTarget.form?.requestSubmit();
        }}
        value={text}
        set={change}
      />
      {line && (
        <>
          <span class={left < 0 ? "compose-left bad" : "compose-left"} aria-hidden="true">{left}</span>
          <p class={left < 0 ? "bad" : "unseen"} id={`${id}-left`} role={left < 0 ? "status" : undefined}>
            {left < 0 ? say("talk.over", { n: -left, most }) : say("talk.left", { n: left, most })}
          </p>
        </>
      )}
      {sent !== text.trim() && (
        <p class="soft" role="status">
          {say("talk.goes_out_as")} <Foreign>{sent}</Foreign>
        </p>
      )}
    </>
  );
}
