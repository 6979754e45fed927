/** One setting: what it does, its value and where that comes from, its input, a button back to the default, its history. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { Button, Foreign, Why } from "../../ui/parts.tsx";
import { sayDate, sayTime } from "../../ui/times.ts";
import { useRead } from "../../phone/use_read.ts";
import { Danger } from "../parts/danger.tsx";
import { Mark } from "../parts/mark.tsx";
import { tell } from "../tell.ts";
import { Control } from "./control.tsx";
import { Fold } from "./fold.tsx";
import type { Setting } from "./settings.ts";
import { routeTo } from "../../phone/wire/routes.ts";

export function SettingRow(
  { setting, open, again }: { setting: Setting; open: boolean; again: () => Promise<void> },
) {
  const { key, label, hint, takes, source, stored, value } = setting;
  const app = useApp();
  const doing = useDoing();
  const wanted = useSignal(value ?? setting.default ?? ""), saved = useSignal("");
  // Once it is back at the default, its field shows that.
  useEffect(() => void (wanted.value = value ?? setting.default ?? ""), [value]);
  const params = { key };
  const learn = async () => {
    await again();
    saved.value = tell("settings.saved");
  };
  const save = async (event: Event) => {
    event.preventDefault();
    saved.value = "";
    if (
      await doing.run(() =>
        app.gateway.ask("PUT", routeTo("PUT /api/admin/settings/:key", { params }), { value: wanted.peek() })
      )
    ) await learn();
  };
  return (
    <Fold
      id={key}
      label={label}
      now={setting.control === "switch"
        ? onOrNot(value ?? setting.default ?? "")
        : value ?? setting.default ?? ""}
      mark={<Mark kind={source === "default" ? "off" : "go"}>{tell(`settings.source.${source}`)}</Mark>}
      changed={source === "site"}
      open={open}
    >
      <p class="setting-hint">{hint}</p>
      {stored && source === "site" && (
        <p class="setting-source soft">{tell("settings.by", { by: stored.by, at: sayDate(stored.at) })}</p>
      )}
      {source === "env"
        ? (
          <div class="setting-set">
            <p class="code">{value}</p>
            <p class="soft">{tell("settings.fixed", { key })}</p>
          </div>
        )
        : (
          <form class="setting-set" onSubmit={save}>
            <Control setting={setting} wanted={wanted} />
            <p class="soft" id={`${key}-takes`}>
              {tell("settings.takes")} {takes}.{" "}
              {setting.default !== null && tell("settings.default", { value: setting.default })}
            </p>
            <Button
              submit
              disabled={doing.busy.value || wanted.value === value}
              aria-label={tell("settings.save.label", { what: label })}
            >
              {tell("settings.save")}
            </Button>{" "}
            <p class="go" role="status">{saved.value}</p>
            <Problem of={doing} />
          </form>
        )}
      {source === "site" && (
        <Danger
          id={`reset-${key}`}
          label={tell("settings.reset")}
          about={tell("settings.reset.label", { what: label })}
          touches={[
            tell("settings.reset.what", {
              from: value || tell("settings.reset.nothing"),
              to: setting.default ?? tell("settings.reset.nothing"),
            }),
          ]}
          act={() => app.gateway.ask("DELETE", routeTo("DELETE /api/admin/settings/:key", { params }))}
          done={tell("settings.reset.done")}
          undo={{
            label: tell("settings.reset.undo", { from: value || tell("settings.reset.nothing") }),
            act: () =>
              app.gateway.ask("PUT", routeTo("PUT /api/admin/settings/:key", { params }), {
                value: value ?? "",
              }),
          }}
          after={again}
        />
      )}
      <History of={key} />
    </Fold>
  );
}

const onOrNot = (value: string) => value === "1" ? tell("settings.on") : "–";

interface Entry {
  id: number;
  at: number;
  actor: string;
  reason: string;
}

/** Who changed it and when, from the audit log; read when somebody opens it. */
function History({ of }: { of: string }) {
  const open = useSignal(false);
  return (
    <details onToggle={({ currentTarget }) => open.value = currentTarget.open}>
      <summary>{tell("settings.history")}</summary>
      {open.value && <Entries of={of} />}
    </details>
  );
}

function Entries({ of }: { of: string }) {
  const { gateway } = useApp();
  const { known, problem } = useRead(
    routeTo("GET /api/admin/moderation/log", { query: { action: "setting", target: of, limit: "100" } }),
  );
  const entries = known.value?.value.entries;
  if (problem.value) {
    return (
      <p class="bad">
        <Why says={problem.value} />
      </p>
    );
  }
  if (!entries) return null;
  if (entries.length === 0) return <p class="soft">{tell("settings.history.none")}</p>;
  return (
    <ul>
      {entries.map(({ id, at, actor, reason }) => (
        <li key={id}>
          {sayTime(at, gateway.now())} <span class="code">{actor}</span> <Foreign>{reason}</Foreign>
        </li>
      ))}
    </ul>
  );
}
