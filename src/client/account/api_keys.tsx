/** API keys: a program that sends one may ask more often. A new key is shown once, for the gateway keeps its hash alone. */
import { useSignal } from "@preact/signals";
import { useApp } from "../phone/app.ts";
import { Problem, useDoing } from "../phone/doing.tsx";
import { AskOnce, Button, Foreign, Loading } from "../ui/parts.tsx";
import { TextField } from "../ui/fields.tsx";
import { say } from "../ui/say.ts";
import { sayDate } from "../ui/times.ts";
import { useRead } from "../phone/use_read.ts";
import { CopyText } from "../ui/copy_text.tsx";
import { routeTo } from "../phone/wire/routes.ts";

interface Listed {
  keys: { id: number; name: string; prefix: string; createdAt: number; lastUsedAt: number | null }[];
  cap: number;
}

export function ApiKeys() {
  const app = useApp();
  const doing = useDoing();
  const { known, again } = useRead(routeTo("GET /api/keys"));
  const name = useSignal(""), made = useSignal("");
  const list = known.value?.value;
  const make = async (event: Event) => {
    event.preventDefault();
    await doing.run(async () => {
      const answer = await app.gateway.ask("POST", routeTo("POST /api/keys"), { name: name.peek() });
      if (answer.ok) {
        made.value = answer.value.key;
        name.value = "";
      }
      return answer;
    });
    await again();
  };
  const revoke = (id: number) =>
    doing.run(() => app.gateway.ask("DELETE", routeTo("DELETE /api/keys/:id", { params: { id } }))).then(
      again,
    );
  if (!list) return <Loading />;
  return (
    <section>
      <h2>{say("keys.title")}</h2>
      <p>
        {say("keys.what")} <a href="/api/docs">{say("foot.api")}</a>
      </p>
      <ul class="row-list">
        {list.keys.map((key) => (
          <li key={key.id}>
            <span>
              <Foreign>{key.name}</Foreign> <span class="code soft">{key.prefix}…</span>,{" "}
              <span class="soft">
                {key.lastUsedAt === null
                  ? say("keys.unused")
                  : say("keys.used", { at: sayDate(key.lastUsedAt) })}
              </span>
            </span>
            <AskOnce
              words={say("keys.revoke")}
              label={say("keys.revoke.label", { name: key.name })}
              what={say("keys.revoke.what")}
              sure={say("keys.revoke.do")}
              disabled={doing.busy.value}
              act={() => void revoke(key.id)}
            />
          </li>
        ))}
      </ul>
      {made.value && (
        <div role="status">
          <p>{say("keys.once")}</p>
          <CopyText text={made.value} what={say("keys.title")} />
        </div>
      )}
      {list.keys.length < list.cap
        ? (
          <form onSubmit={make}>
            <TextField id="key-name" label={say("keys.name")} required maxLength={60} value={name} />
            <Button submit disabled={doing.busy.value}>{say("keys.make")}</Button>
          </form>
        )
        : <p class="soft">{say("keys.full", { n: list.cap })}</p>}
      <Problem of={doing} />
    </section>
  );
}
