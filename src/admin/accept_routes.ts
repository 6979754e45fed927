/** Lines of the setup checklist that the operator has decided on: accepted with a note, or counted again. */
import { z } from "#schemas";
import { failures } from "../base/mod.ts";
import { route, sysopOrOperator } from "../http/mod.ts";
import { CHECKS_ACCEPTED } from "../settings/mod.ts";
import { checklist, isAcceptable } from "./checklist.ts";
import type { AdminParts } from "./parts.ts";

const SPEC = 'API "Administration"';
const failure = failures({ check_not_open: "conflict" });
const KEY = { key: "Key of the line, as `GET /api/admin/setup` lists it" };
const Reply = z.object({ key: z.string(), accepted: z.string().nullable() });

export function acceptRoutes({ db, settings, world, audit, checks }: AdminParts) {
  /** Saves the list with one line changed; a note of null counts it again. */
  const change = async (reason: string, note: string | null, who: { actor: string }, key: string) => {
    const lines = new Map(settings.get(CHECKS_ACCEPTED));
    if (note === null) lines.delete(reason);
    else lines.set(reason, note);
    const { actor } = who, action = note === null ? "count_again" : "accept_check";
    await db.write((tx) => {
      if (lines.size === 0) settings.reset(tx, CHECKS_ACCEPTED.key);
      else settings.save(tx, CHECKS_ACCEPTED.key, CHECKS_ACCEPTED.type.format(lines), actor, world);
      audit.note(tx, world.now(), {
        ...{ actor, action, kind: "setting", targetId: key, label: key, reason: note ?? "" },
      });
    });
    return { key, accepted: note };
  };
  return [
    route("PUT /api/admin/setup/:key", {
      params: KEY,
      gate: sysopOrOperator({ anyAge: "a note on a line of the checklist" }),
      spec: SPEC,
      summary:
        "Accept a line of the setup checklist as it is, with a note; it counts no more while it says the same",
      body: z.object({
        note: z.string().trim().min(1).max(200).regex(/^[^\n\r]*$/, "takes one line").nullable()
          .describe("Why it is right here; null counts the line again"),
      }),
      reply: Reply,
      errors: [failure.check_not_open],
      handle: ({ params: { key }, body: { note }, who }) => {
        const reason = note === null
          ? [...settings.get(CHECKS_ACCEPTED).keys()].find((one) => one.split(".")[0] === key)
          : checklist(settings, world, checks).find((one) => one.key === key && isAcceptable(one))?.reason;
        if (!reason) throw failure.check_not_open();
        return change(reason, note, who, key);
      },
    }),
  ];
}
