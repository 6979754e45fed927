/** Settings of the host, written into its env file, and the restart by which they act (API "Administration"). */
import { z } from "#schemas";
import { failures } from "../base/mod.ts";
import { type Limit, route, sysop, type SysopWho } from "../http/mod.ts";
import { settingFailure } from "../settings/mod.ts";
import type { AdminParts } from "./parts.ts";

const SPEC = 'API "Administration"';
const failure = failures({
  restart_not_here: "conflict",
  restarted_often: ["limited", { retryAfter: "number" }],
});
const CHANGES: Limit<never> = { name: "host-settings", points: 60, seconds: 3600 };
/** systemd gives a service up that starts five times in these seconds, the start before the first of these restarts included. */
const RESTARTS = 3, RESTARTS_S = 120;
const KEY = { key: "Name of the setting, as in the environment" };
/** Longest value, in characters. */
const LONGEST = 4000;

const Written = z.object({
  key: z.string(),
  pending: z.boolean().describe("Whether it waits for a restart; false where it is as it was at the start"),
});

const Stops = z.object({
  from: z.string().nullable().describe("The address that is set now; null where none is"),
  to: z.string().describe("The new address, without a path"),
  passkeys: z.number().describe(
    "Passkeys that are for the former name: none of them is taken at the new address",
  ),
  alone: z.number().describe(
    "Accounts that have a passkey and no confirmed mail: they need a link from an operator",
  ),
  people: z.number().describe("Accounts that were here in the last thirty days: each signs in again"),
  phones: z.number().describe("Browsers that are told by push: each has to switch it on at the new address"),
  renames: z.object({ from: z.string(), to: z.string() }).nullable().describe(
    "Name of this instance among others, where it follows the address: neighbours take it for another one",
  ),
  operatorsByHttps: z.boolean().describe("Operators act over https alone from then on"),
});

export function hostRoutes({ db, audit, world, limits, host, stopsAt }: AdminParts) {
  const mayChange = (who: SysopWho) => limits.use(CHANGES, who.actor);
  const note = (who: SysopWho, action: string, key: string, reason: string) =>
    db.write((tx) => {
      audit.note(tx, world.now(), {
        ...{ actor: who.actor, action, kind: "setting", targetId: key, label: key, reason },
      });
    });
  /** Refuses what would end the program for good. The log knows, which a restart does not make forget. */
  const mayRestart = () => {
    const last = audit.page({ before: Number.MAX_SAFE_INTEGER, limit: RESTARTS, action: "restart" });
    const until = (last[RESTARTS - 1]?.at ?? 0) + RESTARTS_S;
    if (until > world.now()) throw failure.restarted_often({ retryAfter: until - world.now() });
  };
  const file = () => {
    if (!host) throw settingFailure.host_file_not_ours();
    return host.file;
  };
  const errors = [
    settingFailure.setting_unknown,
    settingFailure.setting_invalid,
    settingFailure.setting_fixed_by_env,
    settingFailure.host_file_not_ours,
  ];
  return [
    route("GET /api/admin/address", {
      gate: sysop(),
      spec: SPEC,
      summary: "What stops working when APP_URL becomes another address; nothing is changed",
      query: z.object({
        to: z.string().max(300).refine(
          (to) => /^https?:/.test(URL.parse(to)?.protocol ?? ""),
          "takes an address",
        )
          .describe("The address as it would be written"),
      }),
      reply: Stops,
      handle: ({ query: { to } }) => stopsAt(to),
    }),
    route("PUT /api/admin/host/:key", {
      params: KEY,
      gate: sysop(),
      spec: SPEC,
      summary: "Write a setting of the host into its env file; it acts from the next start on",
      body: z.object({ value: z.string().max(LONGEST) }),
      reply: Written,
      errors,
      handle: async ({ params: { key }, body, who }) => {
        mayChange(who);
        file().set(key, body.value, { by: who.actor, at: world.now() });
        // The value is in nobody's log: half of them are secrets.
        await note(who, "setting", key, "written into the host's file; it acts from the next start on");
        return { key, pending: file().isPending(key) };
      },
    }),
    route("DELETE /api/admin/host/:key", {
      params: KEY,
      gate: sysop(),
      spec: SPEC,
      summary: "Take a setting of the host out of its env file; its default acts from the next start on",
      reply: Written,
      errors,
      handle: async ({ params: { key }, who }) => {
        mayChange(who);
        file().unset(key, { by: who.actor, at: world.now() });
        await note(who, "setting", key, "taken out of the host's file; it acts from the next start on");
        return { key, pending: file().isPending(key) };
      },
    }),
    route("POST /api/admin/restart", {
      gate: sysop(),
      spec: SPEC,
      summary: "End the program so that it comes back, with what its env file says then",
      reply: z.object({ ok: z.literal(true) }),
      errors: [failure.restart_not_here, failure.restarted_often],
      handle: async ({ who }) => {
        mayChange(who);
        if (!host?.restart) throw failure.restart_not_here();
        mayRestart();
        await note(who, "restart", "gateway", "");
        host.restart();
        return { ok: true } as const;
      },
    }),
  ];
}
