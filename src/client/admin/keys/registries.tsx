/** The registries of tools that this instance offers its members. Each is bound to the key that signs its list. */
import { useSignal } from "@preact/signals";
import { useApp } from "../../phone/app.ts";
import type { Answered } from "../../phone/ask.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { Button, Foreign } from "../../ui/parts.tsx";
import { Danger } from "../parts/danger.tsx";
import { TextField } from "../../ui/fields.tsx";
import { Mark } from "../parts/mark.tsx";
import { tell } from "../tell.ts";
import type { Fault } from "../parts/wrong.tsx";
import { routeTo } from "../../phone/wire/routes.ts";

interface Registry {
  id: string;
  spec: string;
  url: string;
  authority: string;
  label: string;
  enabled: boolean;
  builtin: boolean;
  proxied: boolean;
  /** Why its list was not to be had when it was asked for last. */
  fault: "unreachable" | "unreadable" | "other_format" | "unsigned" | "key_changed" | null;
}
interface Listed {
  source: "env" | "site";
  registries: Registry[];
  max: number;
  proxy: boolean;
  playersAllowed: boolean;
}
interface Preview {
  spec: string;
  label: string;
  authority: string;
  signed: boolean;
  entries: { name: string }[];
}

/** What the page says above everything: each registry that gives no list, or one that its key did not sign. */
export const faultsOf = (registries: readonly Registry[]): Fault[] =>
  registries.flatMap(({ label, fault }): Fault[] => {
    switch (fault) {
      case null:
        return [];
      case "key_changed":
        return [{
          kind: "bad",
          sentence: tell("registries.key.changed", { label }),
          fix: tell("registries.key.fix"),
        }];
      case "other_format":
      case "unsigned":
        return [{
          kind: "bad",
          sentence: tell(`registries.${fault}`, { label }),
          fix: tell(`registries.${fault}.fix`),
        }];
      default:
        return [{ kind: "bad", sentence: tell(`registries.${fault}`, { label }) }];
    }
  });

export function Registries({ list, again }: { list: Listed; again: () => Promise<void> }) {
  const fixed = list.source === "env";
  return (
    <section>
      <h2>{tell("registries.title")}</h2>
      <p class="soft">
        {tell("registries.what")}{" "}
        {tell(list.playersAllowed ? "registries.players" : "registries.players.not")}{" "}
        {tell(list.proxy ? "registries.proxy" : "registries.proxy.not")}
      </p>
      {fixed && <p>{tell("registries.fixed")}</p>}
      <ul class="registries">
        {list.registries.map((one) => <One key={one.id} registry={one} fixed={fixed} again={again} />)}
      </ul>
      {!fixed && <Add full={list.registries.length >= list.max} again={again} />}
    </section>
  );
}

function One({ registry, fixed, again }: { registry: Registry; fixed: boolean; again: () => Promise<void> }) {
  const { gateway } = useApp();
  const doing = useDoing();
  const { id, spec, label, authority, enabled, builtin } = registry;
  const path = routeTo("PATCH /api/admin/tool-registries/:id", { params: { id } });
  const name = useSignal(label), seen = useSignal<Preview | undefined>(undefined);
  const change = async (ask: () => Promise<Answered<unknown>>) => {
    if (await doing.run(ask)) await again();
  };
  const look = () =>
    doing.run(async () => {
      // The program's own list is no address to fetch from: the gateway has it.
      const answer = await gateway.get<Preview>(
        builtin
          ? `/api/tools/registries/${encodeURIComponent(id)}/file`
          : routeTo("GET /api/tools/registries/preview", { query: { spec } }),
      );
      if (answer.ok) seen.value = answer.value;
      return answer;
    });
  const changed = seen.value && seen.value.authority !== authority;
  return (
    <li class="registry">
      <h3>
        <Foreign>{label}</Foreign>
      </h3>
      <p>
        <Mark kind={enabled ? "go" : "off"}>{tell(enabled ? "registries.on" : "registries.off")}</Mark>{" "}
        <span class="code soft">{spec}</span>
        {builtin && <span class="soft">, {tell("registries.builtin")}</span>}
      </p>
      <p class="soft">
        {tell("registries.key")} <span class="code">{authority}</span>
      </p>
      {seen.value && <p role="status">{tell("registries.entries", { n: seen.value.entries.length })}</p>}
      {changed && (
        <p role="alert">
          <Mark kind="bad">{tell("registries.key.changed", { label })}</Mark> {tell("registries.key.fix")}
        </p>
      )}
      {!fixed && (
        <>
          {enabled
            ? (
              <Danger
                id={`off-${id}`}
                label={tell("registries.turn_off")}
                about={tell("registries.turn_off.about", { label })}
                touches={[tell("registries.off.what")]}
                act={() => gateway.ask("PATCH", path, { enabled: false })}
                done={tell("registries.off.done", { label })}
                undo={{
                  label: tell("registries.turn_on"),
                  act: () => gateway.ask("PATCH", path, { enabled: true }),
                }}
                after={again}
              />
            )
            : (
              <Button
                disabled={doing.busy.value}
                onClick={() => void change(() => gateway.ask("PATCH", path, { enabled: true }))}
              >
                {tell("registries.turn_on")}
              </Button>
            )}{" "}
          <Button disabled={doing.busy.value} onClick={() => void look()}>{tell("registries.look")}</Button>
        </>
      )}
      {!fixed && !builtin && (
        <>
          <form
            class="line-form"
            onSubmit={(event) => {
              event.preventDefault();
              void change(() => gateway.ask("PATCH", path, { label: name.peek().trim() }));
            }}
          >
            <TextField id={`label-${id}`} label={tell("registries.label")} value={name} maxLength={60} />
            <Button submit disabled={doing.busy.value}>{tell("registries.rename")}</Button>
          </form>
          {changed && seen.value && (
            <Danger
              id={`pin-${id}`}
              label={tell("registries.pin")}
              touches={[
                tell("registries.pin.what"),
                tell("registries.pin.from", { key: authority }),
                tell("registries.pin.to", { key: seen.value.authority }),
              ]}
              act={() =>
                gateway.ask(
                  "POST",
                  routeTo("POST /api/admin/tool-registries/:id/confirm", { params: { id } }),
                  {
                    authority: seen.peek()!.authority,
                  },
                )}
              done={tell("registries.pinned")}
              after={again}
            />
          )}
          <Danger
            id={`drop-${id}`}
            label={tell("registries.drop")}
            about={tell("registries.drop.about", { label })}
            touches={[tell("registries.drop.what")]}
            act={() =>
              gateway.ask("DELETE", routeTo("DELETE /api/admin/tool-registries/:id", { params: { id } }))}
            done={tell("registries.dropped")}
            after={again}
          />
        </>
      )}
      <Problem of={doing} />
    </li>
  );
}

/** Adds a registry. It is shown first, so that the operator compares the key before it is stored. */
function Add({ full, again }: { full: boolean; again: () => Promise<void> }) {
  const { gateway } = useApp();
  const doing = useDoing();
  const spec = useSignal(""), authority = useSignal(""), label = useSignal("");
  const seen = useSignal<Preview | undefined>(undefined);
  const look = () =>
    doing.run(async () => {
      const query = { spec: spec.peek().trim() };
      const answer = await gateway.get(routeTo("GET /api/tools/registries/preview", { query }));
      if (answer.ok) {
        seen.value = answer.value;
        label.value ||= answer.value.label;
      }
      return answer;
    });
  const add = async (event: Event) => {
    event.preventDefault();
    const body = {
      spec: spec.peek().trim(),
      authority: authority.peek().trim(),
      ...(label.peek().trim() && { label: label.peek().trim() }),
    };
    if (!await doing.run(() => gateway.ask("POST", routeTo("POST /api/admin/tool-registries"), body))) return;
    spec.value = authority.value = label.value = "";
    seen.value = undefined;
    await again();
  };
  if (full) return <p class="soft">{tell("registries.full")}</p>;
  return (
    <form onSubmit={(event) => void add(event)}>
      <h3>{tell("registries.add")}</h3>
      <TextField
        id="registry-spec"
        label={tell("registries.spec")}
        hint={tell("registries.spec.hint")}
        value={spec}
        required
        maxLength={500}
        code
      />
      <Button disabled={doing.busy.value || !spec.value.trim()} onClick={() => void look()}>
        {tell("registries.look")}
      </Button>
      {seen.value && (
        <p role="status">
          {tell("registries.entries", { n: seen.value.entries.length })}{" "}
          {tell(seen.value.signed ? "registries.signed" : "registries.unsigned")}{" "}
          <span class="code">{seen.value.authority}</span>
        </p>
      )}
      <TextField
        id="registry-key"
        label={tell("registries.key.pin")}
        hint={tell("registries.key.hint")}
        value={authority}
        required
        maxLength={100}
        code
      />
      <TextField id="registry-label" label={tell("registries.label")} value={label} maxLength={60} />
      <Button submit disabled={doing.busy.value}>{tell("registries.add.do")}</Button>
      <Problem of={doing} />
    </form>
  );
}
