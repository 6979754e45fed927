/** Takes back what was done, by the same calls by which an operator would do so on the thing's own page. */
import type { Answered, Gateway } from "../../phone/ask.ts";
import { routeTo } from "../../phone/wire/routes.ts";
import type { Entry } from "../people/shapes.ts";
import type { ReportedKind } from "../../../moderation/mod.ts";
import { tell } from "../tell.ts";
import { type Act, type Together, valueBefore } from "./ways_back.ts";

type Done = Promise<Answered<unknown>>;

export function takeBack(gateway: Gateway, act: Act, entry: Entry): Done {
  const { targetId } = entry, reason = tell("done.reason"), kind = entry.kind as ReportedKind;
  switch (act) {
    case "restore":
      return gateway.ask("POST", routeTo("POST /api/admin/moderation/restore"), {
        kind,
        id: targetId,
        reason,
      });
    case "enable":
      return gateway.ask("POST", routeTo("POST /api/admin/moderation/disable"), {
        ...{ kind, id: targetId, reason, disabled: false },
      });
    case "unsuspend":
      return gateway.ask(
        "POST",
        routeTo("POST /api/admin/moderation/accounts/:call/unsuspend", { params: { call: targetId } }),
        { reason },
      );
    case "unblock":
      return gateway.ask("POST", routeTo("POST /federation/peers/trust"), {
        url: targetId,
        trust: "before",
      });
    case "go_on":
      return gateway.ask("POST", routeTo("POST /federation/peers/pause"), { url: targetId, paused: false });
    case "hear_again":
      return gateway.ask("POST", routeTo("POST /api/admin/sites"), { site: targetId });
    case "count_again":
      return gateway.ask("PUT", routeTo("PUT /api/admin/setup/:key", { params: { key: targetId } }), {
        note: null,
      });
    case "reopen":
      return reopen(gateway, entry);
    case "setting":
      return setBack(gateway, entry);
  }
}

/** Takes one act on several things back as one. */
export function takeAllBack(gateway: Gateway, { act, entries }: Together): Done {
  const targets = entries.map(({ targetId }) => targetId);
  switch (act) {
    case "enable":
      return gateway.ask("POST", routeTo("POST /api/admin/moderation/disable-several"), {
        ids: targets,
        reason: tell("done.reason"),
        disabled: false,
      });
    case "unsuspend":
      return gateway.ask("POST", routeTo("POST /api/admin/moderation/accounts/suspend-several"), {
        calls: targets,
        reason: tell("done.reason"),
        suspended: false,
      });
    case "go_on":
      return gateway.ask("POST", routeTo("POST /federation/peers/pause-several"), {
        urls: targets,
        paused: false,
      });
  }
}

/** The log names the thing, a report has a number of its own: the newest settled one on the thing is meant. */
async function reopen(gateway: Gateway, { kind, targetId }: Entry): Done {
  let before: number | undefined;
  for (;;) {
    const answer = await gateway.get(
      routeTo("GET /api/admin/moderation/reports", { query: { status: "resolved", before } }),
    );
    if (!answer.ok) return answer;
    const { reports, nextBefore } = answer.value;
    const id = reports.find((one) => one.kind === kind && one.targetId === targetId)?.id;
    if (id !== undefined || nextBefore === null) {
      return await gateway.ask(
        "POST",
        routeTo("POST /api/admin/moderation/reports/:id", { params: { id: id ?? 0 } }),
        { status: "open" },
      );
    }
    before = nextBefore;
  }
}

async function setBack(gateway: Gateway, { id, targetId }: Entry): Done {
  const log = await gateway.get(
    routeTo("GET /api/admin/moderation/log", {
      query: { action: "setting", target: targetId, before: id, limit: 1 },
    }),
  );
  if (!log.ok) return log;
  const params = { key: targetId }, value = valueBefore(log.value.entries, id);
  // Without a value that the log keeps whole, what was before is the default or is shown by the refusal of an empty one.
  return typeof value === "string"
    ? await gateway.ask("PUT", routeTo("PUT /api/admin/settings/:key", { params }), { value })
    : await gateway.ask("DELETE", routeTo("DELETE /api/admin/settings/:key", { params }));
}
