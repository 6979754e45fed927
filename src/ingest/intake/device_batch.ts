/** The gate of a batch that a member's own device signed: `svc-ing/1` over the batch without its `sig`. */
import { baseCall, failures, normalCall } from "../../base/mod.ts";
import { FRESH_S, type Gate, gateFailure, jsonBody, UNKNOWN_SENDER_BYTES } from "../../http/mod.ts";
import type { Accounts } from "../../accounts/mod.ts";
import { verifyDocument } from "../../wire/mod.ts";

export interface DeviceWho {
  kind: "device";
  call: string;
  key: string;
}

export const deviceFailure = failures({
  unknown_key: "unauthenticated",
});

export function deviceBatch(accounts: Pick<Accounts, "holder" | "refuseSuspended">): Gate<DeviceWho> {
  return {
    label: "device",
    security: ["signedBody"],
    inBody: true,
    needsBody: () => UNKNOWN_SENDER_BYTES,
    present: (incoming) => incoming.bytes.length > 0 && typeof jsonBody(incoming)?.sig === "string",
    async check(incoming, ports) {
      const { sig, ...batch } = jsonBody(incoming) ?? {};
      const { at, call, key } = batch;
      const now = ports.now();
      if (
        typeof sig !== "string" || typeof call !== "string" || typeof key !== "string" ||
        !Number.isInteger(at)
      ) {
        throw gateFailure.bad_signature();
      }
      if (Math.abs(at as number - now) > FRESH_S) throw gateFailure.bad_signature();
      const known = normalCall(call);
      // A key is registered to an exact call; its batches speak for that call's base call. Asked first: a look-up costs
      // nothing beside the batch in canonical form, which a stranger may have made large.
      if (!ports.deviceKey(known, key) || !ports.holder(baseCall(known))) throw deviceFailure.unknown_key();
      if (!verifyDocument("svc-ing/1", batch, key, sig)) throw gateFailure.bad_signature();
      accounts.refuseSuspended(accounts.holder(known)?.accountId);
      if (!await ports.spend("device-batch", sig, now + 2 * FRESH_S)) throw gateFailure.bad_signature();
      return { kind: "device", call: known, key };
    },
  };
}
