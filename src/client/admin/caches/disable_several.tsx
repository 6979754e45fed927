/** Several caches that are not to be looked for at present, such as in a wood after a storm: one act, taken back as one. */
import { useSignal } from "@preact/signals";
import { useApp } from "../../phone/app.ts";
import { routeTo } from "../../phone/wire/routes.ts";
import { Danger } from "../parts/danger.tsx";
import { Reason } from "../people/suspend.tsx";
import { tell } from "../tell.ts";

interface Listed {
  id: number;
  status: string;
  removed: boolean;
}

export function DisableSeveral({ caches, after }: { caches: readonly Listed[]; after: () => unknown }) {
  const { gateway } = useApp();
  const reason = useSignal("");
  const active = caches.filter(({ status, removed }) => status === "active" && !removed);
  if (active.length === 0) return <span class="soft">{tell("inventory.disable.none")}</span>;
  const ids = active.map(({ id }) => id), n = ids.length;
  const set = (disabled: boolean) =>
    gateway.ask("POST", routeTo("POST /api/admin/moderation/disable-several"), {
      ids,
      disabled,
      reason: disabled ? reason.peek().trim() : tell("done.reason"),
    });
  return (
    <Danger
      id="disable-several"
      label={tell("inventory.disable", { n })}
      touches={[
        tell("inventory.disable.what"),
        ...(n < caches.length ? [tell("inventory.disable.others", { n: caches.length - n })] : []),
      ]}
      act={() => set(true)}
      done={tell("inventory.disable.done", { n })}
      undo={{ label: tell("inventory.enable", { n }), act: () => set(false) }}
      after={after}
    >
      <Reason id="disable-several-why" value={reason} />
    </Danger>
  );
}
