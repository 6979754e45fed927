/** A setting of the host: written into its file where the gateway owns that, else the exact line to write there. */
import { useSignal } from "@preact/signals";
import type { EnvironmentView } from "../../../settings/mod.ts";
import { freshly } from "../../account/sign_in/fresh.ts";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { routeTo } from "../../phone/wire/routes.ts";
import { CopyText } from "../../ui/copy_text.tsx";
import { TextField } from "../../ui/fields.tsx";
import { Button } from "../../ui/parts.tsx";
import { Danger } from "../parts/danger.tsx";
import { Mark } from "../parts/mark.tsx";
import { tell } from "../tell.ts";

type HostSetting = EnvironmentView & { writable: boolean; pending: boolean };

export function HostRow({ setting, again }: { setting: HostSetting; again: () => Promise<void> }) {
  const { key, label, hint, takes, secret, set, value, writable, pending } = setting;
  const shown = value === null || /[\s"'$#\\]/.test(value) ? `"${value ?? "…"}"` : value;
  return (
    <section class="setting" id={key} aria-label={label}>
      <h3>{label}</h3>
      <p class="setting-hint">{hint}</p>
      <p class="setting-source">
        <Mark kind={set ? "go" : "off"}>{tell(set ? "settings.is_set" : "settings.unset")}</Mark>{" "}
        {pending && <Mark kind="wait">{tell("settings.host.pending")}</Mark>}
      </p>
      {writable ? <Write setting={setting} again={again} /> : (
        <div class="setting-set">
          <p class="soft">
            {tell("settings.takes")} {takes}
          </p>
          <CopyText text={`${key}=${secret ? "…" : shown}`} what={key} />
        </div>
      )}
    </section>
  );
}

/** The field, and the way back to the default. A secret is written, never shown. */
function Write({ setting, again }: { setting: HostSetting; again: () => Promise<void> }) {
  const { key, label, takes, secret, set, value, default: fallback } = setting;
  const app = useApp();
  const doing = useDoing();
  const wanted = useSignal(secret ? "" : value ?? "");
  const params = { key };
  const write = async (event: Event) => {
    event.preventDefault();
    const done = await doing.run(() =>
      freshly(
        app,
        () =>
          app.gateway.ask("PUT", routeTo("PUT /api/admin/host/:key", { params }), { value: wanted.peek() }),
      )
    );
    if (!done) return;
    if (secret) wanted.value = "";
    await again();
  };
  return (
    <>
      <form class="setting-set" onSubmit={write}>
        <TextField
          id={`${key}-host`}
          label={label}
          hint={`${tell("settings.takes")} ${takes}.${secret ? ` ${tell("settings.host.secret")}` : ""}`}
          code
          maxLength={4000}
          value={wanted}
        />
        <Button
          submit
          disabled={doing.busy.value || wanted.value.trim() === "" || (!secret && wanted.value === value)}
          aria-label={tell("settings.host.write.label", { what: label })}
        >
          {tell("settings.host.write")}
        </Button>
        <Problem of={doing} />
      </form>
      {set && (
        <Danger
          id={`unset-${key}`}
          label={tell("settings.host.unset")}
          about={tell("settings.host.unset.label", { what: label })}
          touches={[tell("settings.host.unset.what", { to: fallback ?? tell("settings.reset.nothing") })]}
          act={() =>
            freshly(app, () => app.gateway.ask("DELETE", routeTo("DELETE /api/admin/host/:key", { params })))}
          done={tell("settings.host.unset.done")}
          after={again}
        />
      )}
    </>
  );
}
