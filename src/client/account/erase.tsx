/** The way to erase everything: asked twice, and the call typed. */
import { useSignal } from "@preact/signals";
import { useApp } from "../phone/app.ts";
import type { Answered } from "../phone/ask.ts";
import { Problem, useDoing } from "../phone/doing.tsx";
import { Button } from "../ui/parts.tsx";
import { TextField } from "../ui/fields.tsx";
import { say } from "../ui/say.ts";

/** `act` asks the gateway to erase the account; it is called once the person has typed `call` and confirmed. */
export function Erase({ call, act }: { call: string; act: () => Promise<Answered<unknown>> }) {
  const app = useApp();
  const doing = useDoing();
  const asked = useSignal(false), typed = useSignal("");
  const erase = async (event: Event) => {
    event.preventDefault();
    if (typed.peek().trim().toUpperCase() !== call) return;
    if (await doing.run(act)) await app.left();
  };
  return (
    <section>
      <h2>{say("data.erase")}</h2>
      <p>{say("data.erase.what")}</p>
      <p>{say("data.erase.texts")} {say("data.erase.before")}</p>
      {asked.value
        ? (
          <form onSubmit={erase}>
            <TextField
              id="erase"
              label={say("data.erase.type", { call })}
              focused
              required
              call
              value={typed}
            />
            <Button
              kind="bad"
              submit
              disabled={doing.busy.value || typed.value.trim().toUpperCase() !== call}
            >
              {say("data.erase.do")}
            </Button>{" "}
            <Button onClick={() => asked.value = false}>{say("data.erase.keep")}</Button>
          </form>
        )
        : <Button onClick={() => asked.value = true}>{say("data.erase.ask")}</Button>}
      <Problem of={doing} />
    </section>
  );
}
