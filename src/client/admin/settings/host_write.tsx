/** A setting of the host: its field, and the button that writes it into the host's file; where the file is not ours, the line. */
import { useSignal } from "@preact/signals";
import type { EnvironmentView } from "../../../settings/mod.ts";
import { useApp } from "../../phone/app.ts";
import { Problem, useDoing } from "../../phone/doing.tsx";
import { routeTo } from "../../phone/wire/routes.ts";
import { CopyText } from "../../ui/copy_text.tsx";
import { TextField } from "../../ui/fields.tsx";
import { Button } from "../../ui/parts.tsx";
import { usePart } from "../../ui/use_part.ts";
import { Danger } from "../parts/danger.tsx";
import { Mark } from "../parts/mark.tsx";
import { tell } from "../tell.ts";

export type HostSetting = EnvironmentView & { writable: boolean; pending: boolean };

/** On a page that asks for one setting among other things. `suggested`: what the page would write. */
export function HostLine({ setting, suggested, again }: {
  setting: HostSetting | undefined;
  suggested: string;
  again: () => Promise<void>;
}) {
  if (!setting) return null;
  return (
    <>
      {setting.pending && (
        <p>
          <Mark kind="wait">{setting.label}: {tell("settings.host.pending")}</Mark>
        </p>
      )}
      {setting.writable
        ? <HostWrite setting={setting} suggested={setting.pending ? undefined : suggested} again={again} />
        : <CopyText text={`${setting.key}=${suggested}`} what={setting.key} />}
    </>
  );
}

/** The field, and the way back to the default. A secret is written, never shown. */
export function HostWrite(
  { setting, suggested, again }: {
    setting: HostSetting;
    /** What stands in the field before somebody typed. */
    suggested?: string | undefined;
    again: () => Promise<void>;
  },
) {
  const { key, label, takes, secret, set, value, default: fallback } = setting;
  const app = useApp();
  const doing = useDoing();
  const wanted = useSignal(secret ? "" : suggested ?? value ?? "");
  const params = { key };
  /** The address that somebody wants to write: what stops by it is said first. */
  const asked = useSignal<string | undefined>(undefined);
  const guide = usePart(() => import("./address_guide.tsx"), asked.value !== undefined);
  const submit = (event: Event) => {
    event.preventDefault();
    const to = URL.parse(wanted.peek().trim());
    if (key === "APP_URL" && to && to.origin !== value) asked.value = wanted.peek().trim();
    else void write();
  };
  const write = async () => {
    const done = await doing.run(() =>
      app.gateway.ask("PUT", routeTo("PUT /api/admin/host/:key", { params }), { value: wanted.peek() })
    );
    if (!done) return;
    asked.value = undefined;
    if (secret) wanted.value = "";
    await again();
  };
  return (
    <>
      <form class="setting-set" onSubmit={submit}>
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
      {asked.value !== undefined && guide && (
        <guide.AddressGuide
          key={asked.value}
          to={asked.value}
          busy={doing.busy.value}
          write={() => void write()}
        />
      )}
      {set && (
        <Danger
          id={`unset-${key}`}
          label={tell("settings.host.unset")}
          about={tell("settings.host.unset.label", { what: label })}
          touches={[tell("settings.host.unset.what", { to: fallback ?? tell("settings.reset.nothing") })]}
          act={() => app.gateway.ask("DELETE", routeTo("DELETE /api/admin/host/:key", { params }))}
          done={tell("settings.host.unset.done")}
          after={again}
        />
      )}
    </>
  );
}
