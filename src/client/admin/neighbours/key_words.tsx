/** A key to compare: each group of digits beside the words to read aloud. */
import { useSignal } from "@preact/signals";
import { Button } from "../../ui/parts.tsx";
import { TextField } from "../../ui/fields.tsx";
import { tell } from "../tell.ts";
import { type Compared, groupsOf, isLastGroup } from "./compare.ts";

export const KeyWords = ({ of, label }: { of: Compared; label: string }) => (
  <table class="key-words" aria-label={label}>
    <thead>
      <tr>
        <th scope="col">{tell("peers.key.digits")}</th>
        <th scope="col">{tell("peers.key.words")}</th>
      </tr>
    </thead>
    <tbody>
      {groupsOf(of).map(({ digits, words }) => (
        <tr key={digits + words}>
          <td>
            <code>{digits}</code>
          </td>
          <td lang="en">{words}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** Asks the operator to type the last group as they heard it from the other side; `heard` is called once it is right. */
export function HeardForm({ of, label, busy, heard }: {
  of: Compared;
  label: string;
  busy: boolean;
  heard: () => void;
}) {
  const typed = useSignal(""), wrong = useSignal(false);
  return (
    <form
      class="heard"
      onSubmit={(event) => {
        event.preventDefault();
        wrong.value = !isLastGroup(of, typed.value);
        if (!wrong.value) heard();
      }}
    >
      <TextField
        id="heard"
        label={tell("peers.heard")}
        hint={tell("peers.heard.hint")}
        autoComplete="off"
        autoCapitalize="none"
        spellcheck={false}
        value={typed}
        set={() => wrong.value = false}
      />
      {wrong.value && <p class="bad" role="alert">{tell("peers.heard.wrong")}</p>}
      <Button kind="main" submit disabled={busy || typed.value.trim() === ""}>{label}</Button>
    </form>
  );
}
