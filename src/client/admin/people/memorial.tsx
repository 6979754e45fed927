/** A silent key: the account is kept in memory, or that is taken back. */
import { useSignal } from "@preact/signals";
import { useApp } from "../../phone/app.ts";
import { routeTo } from "../../phone/wire/routes.ts";
import { touched } from "../parts/counts.ts";
import { Danger } from "../parts/danger.tsx";
import { tell } from "../tell.ts";
import { Reason } from "./suspend.tsx";

export function Memorial({ call, after }: { call: string; after: () => unknown }) {
  const { gateway } = useApp();
  const reason = useSignal("");
  const keep = (dry: boolean) =>
    gateway.ask(
      "POST",
      routeTo("POST /api/admin/moderation/accounts/:call/memorial", { params: { call } }),
      { reason: dry ? "dry" : reason.peek().trim(), ...(dry && { dry }) },
    );
  return (
    <Danger
      id="memorial"
      label={tell("people.memorial")}
      about={tell("people.memorial.about", { call })}
      touches={() =>
        touched(keep(true), tell("people.memorial.stays", { call }), tell("people.memorial.closed"))}
      act={() => keep(false)}
      done={tell("people.memorial.done", { call })}
      undo={{
        label: tell("people.memorial.end"),
        act: () =>
          gateway.ask(
            "POST",
            routeTo("POST /api/admin/moderation/accounts/:call/unsuspend", { params: { call } }),
            { reason: tell("people.suspend.undo.reason") },
          ),
      }}
      after={after}
    >
      <Reason id="memorial-reason" value={reason} />
    </Danger>
  );
}
