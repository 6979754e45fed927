/** Whose visits are refused of a neighbour's members: all of them, or one by one. What they logged before stays. */
import { useSignal } from "@preact/signals";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { useRead } from "../../phone/use_read.ts";
import { routeTo } from "../../phone/wire/routes.ts";
import { TextField } from "../../ui/fields.tsx";
import { AskOnce, Button, Foreign } from "../../ui/parts.tsx";
import { Mark } from "../parts/mark.tsx";
import { tell } from "../tell.ts";

export function Visitors({ home }: { home: string }) {
  const { gateway } = useApp(), doing = useDoing(), call = useSignal(""), reason = useSignal("");
  const { known, again } = useRead(routeTo("GET /api/admin/visitors"));
  const refused = known.value?.value.refused.filter((one) => one.home === home);
  const named = call.value.trim().toUpperCase();
  const ended = async (done: boolean) => {
    if (!done) return;
    call.value = reason.value = "";
    await again();
  };
  const refuse = async () => {
    const body = { allowed: false, reason: reason.peek().trim() };
    await ended(
      await doing.run(() =>
        named === ""
          ? gateway.ask("PUT", routeTo("PUT /api/admin/visitors/:home", { params: { home } }), body)
          : gateway.ask(
            "PUT",
            routeTo("PUT /api/admin/visitors/:home/:call", { params: { home, call: named } }),
            body,
          )
      ),
    );
  };
  const take = async (one: string | null) =>
    await ended(
      await doing.run(() =>
        one === null
          ? gateway.ask("PUT", routeTo("PUT /api/admin/visitors/:home", { params: { home } }), {
            allowed: true,
          })
          : gateway.ask(
            "PUT",
            routeTo("PUT /api/admin/visitors/:home/:call", { params: { home, call: one } }),
            {
              allowed: true,
            },
          )
      ),
    );
  if (!refused) return null;
  return (
    <section id="visitors">
      <h2>{tell("peers.visitors")}</h2>
      <p class="soft">{tell("peers.visitors.what")}</p>
      {refused.length === 0 ? <p>{tell("peers.visitors.none")}</p> : (
        <ul class="tried">
          {refused.map((one) => (
            <li key={one.call}>
              <Mark kind="bad">{one.call ?? tell("peers.visitors.all")}</Mark>{" "}
              {one.reason && (
                <span class="soft">
                  <Foreign>{one.reason}</Foreign>
                </span>
              )}{" "}
              <Button disabled={doing.busy.value} onClick={() => void take(one.call)}>
                {tell("peers.visitors.take")}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div>
        <TextField
          id="visitor-call"
          label={tell("peers.visitors.call")}
          hint={tell("peers.visitors.call.hint")}
          maxLength={12}
          autoCapitalize="characters"
          autoComplete="off"
          spellcheck={false}
          value={call}
        />
        <TextField
          id="visitor-reason"
          label={tell("peers.visitors.reason")}
          hint={tell("peers.visitors.reason.hint")}
          maxLength={500}
          value={reason}
        />
        <AskOnce
          words={named === ""
            ? tell("peers.visitors.refuse.all", { home })
            : tell("peers.visitors.refuse.one", { call: named })}
          what={tell("peers.visitors.refuse.what")}
          sure={tell("peers.visitors.refuse.do")}
          disabled={doing.busy.value}
          act={refuse}
        />
      </div>
      <Problem of={doing} />
    </section>
  );
}
