/** What is behind the operator's secret: reads, settings, frames and datagrams by hand (API "Administration"). */
import vectors from "../vectors/frames.json" with { type: "json" };
import { fromBase64Url, utf8 } from "../../base/mod.ts";
import { encodePage } from "../../wire/mod.ts";
import type { Clause } from "../clause.ts";
import { seen, want } from "../probe.ts";

const ADMIN = 'API "Administration"', CARRIED = 'FED "Push, relay, packet"';
const CBOR = { "content-type": "application/cbor" };
/** FED "Limits". */
const BEACON = 4096;
const READS: readonly (readonly [path: string, member: string])[] = [
  ["/api/admin/setup", ""],
  ["/api/admin/settings", "settings"],
  ["/api/admin/boxes", ""],
  ["/api/admin/sites", "sites"],
  ["/api/admin/api-keys", ""],
  ["/api/admin/station-status", ""],
  ["/api/admin/moderation/reports", "reports"],
  ["/api/admin/moderation/log", "entries"],
  ["/api/import", "sources"],
  ["/federation/peers", "peers"],
  ["/federation/gaps", "gaps"],
];
const SETTING = "HIDE_DAILY_LIMIT";

export const OPERATORS: readonly Clause[] = [
  {
    id: "operator-reads",
    of: ADMIN,
    says: "the operator's secret opens the operator's reads",
    look: async (probe) => {
      for (const [path, member] of READS) {
        const answer = await probe.asOperator("GET", path);
        want(answer.status === 200 && answer.json !== undefined, `${path}: ${seen(answer)}`);
        want(member === "" || member in answer.json, `${path} has no ${member}: ${seen(answer)}`);
      }
    },
  },
  {
    id: "secrets-unsaid",
    of: 'API "Secrets"',
    says: "no read says a secret: setup and settings have set or unset alone",
    look: async (probe) => {
      for (const path of ["/api/admin/setup", "/api/admin/settings"]) {
        const { text } = await probe.asOperator("GET", path);
        want(!text.includes(probe.needs.operatorSecret!), `${path} says the operator's secret`);
      }
    },
  },
  {
    id: "settings",
    of: ADMIN,
    says: "a setting is refused with a reason, saved and reset; what is none is 404",
    look: async (probe) => {
      const none = await probe.asOperator("PUT", "/api/admin/settings/OPERATOR_SECRET", { value: "x" });
      want(none.status === 404, `a secret: ${seen(none)}`);
      const path = `/api/admin/settings/${SETTING}`;
      const list = await probe.asOperator("GET", "/api/admin/settings");
      const before = list.json?.settings?.find((one: { key?: unknown }) => one.key === SETTING);
      want(before !== undefined, `no ${SETTING}: ${seen(list)}`);
      if (before.source === "env") {
        const fixed = await probe.asOperator("PUT", path, { value: before.value });
        want(fixed.status === 409, `set by the environment: ${seen(fixed)}`);
        return;
      }
      const bad = await probe.asOperator("PUT", path, { value: "many" });
      want(bad.status === 400 && typeof bad.json?.error === "string", `many: ${seen(bad)}`);
      const saved = await probe.asOperator("PUT", path, { value: before.value });
      if (!before.stored) {
        probe.takeBack(`setting ${SETTING}`, async () => {
          const reset = await probe.asOperator("DELETE", path);
          want(reset.status === 200, seen(reset));
        });
      }
      want(saved.status === 200 && saved.json?.setting?.value === before.value, `saved: ${seen(saved)}`);
    },
  },
  {
    id: "frames-refused",
    of: CARRIED,
    says: "of a page that a carrier brings, no malformed frame is taken, and what is no page is 400",
    look: async (probe) => {
      const frames = vectors.refused.map(({ bytes }) => fromBase64Url(bytes)!);
      const page = encodePage({ instance: "conform.invalid", nextCursor: 1, complete: true, frames });
      const answer = await probe.asOperator("POST", "/federation/frames", page, CBOR);
      want(answer.status === 200, seen(answer));
      want(answer.json?.applied === 0, `of ${frames.length} malformed frames: ${seen(answer)}`);
      const bad = await probe.asOperator("POST", "/federation/frames", utf8("no page"), CBOR);
      want(bad.status === 400, `no page: ${seen(bad)}`);
    },
  },
  {
    id: "beacon-bounds",
    of: 'FED "Beacon tier"',
    says: "a datagram past 4 KB is 413, one that is none of ours changes nothing",
    look: async (probe) => {
      const type = { "content-type": "application/octet-stream" };
      const long = new Uint8Array(BEACON + 1).fill(0x41);
      const large = await probe.asOperator("POST", "/federation/beacon", long, type);
      want(large.status === 413, seen(large));
      const other = await probe.asOperator("POST", "/federation/beacon", utf8("SVCB0 hello"), type);
      want(other.status < 500 && (other.json?.applied ?? 0) === 0, seen(other));
    },
  },
];
