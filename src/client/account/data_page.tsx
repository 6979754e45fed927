/** What this gateway keeps of a person: all of it as a file, keys for programs, and the way to erase everything. */
import { useSignal } from "@preact/signals";
import { useApp } from "../shell/app.ts";
import { Boundary } from "../shell/boundary.tsx";
import { Problem, useDoing } from "../shell/doing.tsx";
import { Button, Field } from "../shell/parts.tsx";
import { say } from "../shell/say.ts";
import { ApiKeys } from "./api_keys.tsx";
import { freshly } from "../sign_in/fresh.ts";
import { SignedIn } from "./signed_in.tsx";

export default function DataPage() {
  return (
    <SignedIn title="page.data">
      {(call) => (
        <>
          <section>
            <h2>{say("data.export")}</h2>
            <p>{say("data.export.what")}</p>
            <form method="post" action="/api/account/me/export">
              <Button submit>{say("data.export.do")}</Button>
            </form>
          </section>
          <Boundary>
            <ApiKeys />
          </Boundary>
          <Erase call={call} />
        </>
      )}
    </SignedIn>
  );
}

function Erase({ call }: { call: string }) {
  const app = useApp();
  const doing = useDoing();
  const asked = useSignal(false), typed = useSignal("");
  const erase = async (event: Event) => {
    event.preventDefault();
    if (typed.peek().trim().toUpperCase() !== call) return;
    const ask = () => freshly(app, () => app.gateway.ask("POST", "/api/account/me/delete", {}));
    if (await doing.run(ask)) await app.left();
  };
  return (
    <section>
      <h2>{say("data.erase")}</h2>
      <p>{say("data.erase.what")}</p>
      {asked.value
        ? (
          <form onSubmit={erase}>
            <Field id="erase" label={say("data.erase.type", { call })}>
              <input
                id="erase"
                required
                autoComplete="off"
                autoCapitalize="characters"
                spellcheck={false}
                value={typed.value}
                onInput={({ currentTarget }) => typed.value = currentTarget.value}
              />
            </Field>
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
        : <Button kind="bad" onClick={() => asked.value = true}>{say("data.erase.ask")}</Button>}
      <Problem of={doing} />
    </section>
  );
}
