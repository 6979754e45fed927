/** What the club is called: the name that people read in the header, on posters and in mail. */
import { useSignal } from "@preact/signals";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { routeTo } from "../../phone/wire/routes.ts";
import { TextField } from "../../ui/fields.tsx";
import { Button } from "../../ui/parts.tsx";
import { tell } from "../tell.ts";

const KEY = "CLUB_NAME";

export function Club({ name, again }: { name: string; again: () => Promise<void> }) {
  const app = useApp(), doing = useDoing();
  const wanted = useSignal(name), done = useSignal("");
  const save = async (event: Event) => {
    event.preventDefault();
    const path = routeTo("PUT /api/admin/settings/:key", { params: { key: KEY } });
    if (!await doing.run(() => app.gateway.ask("PUT", path, { value: wanted.peek().trim() }))) return;
    // The header has the name from what the app knew at its start.
    await Promise.all([again(), app.refresh()]);
    done.value = tell("first.club.saved");
  };
  return (
    <form onSubmit={(event) => void save(event)}>
      <TextField
        id="first-club"
        label={tell("first.club")}
        hint={tell("first.club.hint")}
        required
        maxLength={60}
        value={wanted}
      />
      <Button submit disabled={doing.busy.value || wanted.value.trim() === name}>
        {tell("first.club.save")}
      </Button>
      <p class="go" role="status">{done.value}</p>
      <Problem of={doing} />
    </form>
  );
}
