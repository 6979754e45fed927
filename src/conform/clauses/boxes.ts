/** A receiver box from its enrolment to its end, and what it hands over (API "Ingest box signatures", "Ingest and BBS backend"). */
import vectors from "../vectors/packets.json" with { type: "json" };
import type { Clause } from "../clause.ts";
import { type Probe, ProbeBox, seen, want } from "../probe.ts";
import { memberOf } from "./members.ts";

const SIGNED = 'API "Ingest box signatures"', PLANE = 'API "Ingest and BBS backend"';
/** API "Limits": signatures are good for five minutes. */
const STALE_S = 600;

const boxOf = (probe: Probe): Promise<ProbeBox> => probe.once("box", () => ProbeBox.enrol(probe));

/** What a box hands over of its made-up station; what became of it goes with the member's account. */
const handOver = (probe: Probe) =>
  probe.once("handed over", async () => {
    const box = await boxOf(probe), { callsign, now } = probe.needs;
    await memberOf(probe).catch(() =>
      probe.takeBack(`what was heard of ${callsign}`, () => {
        throw new Error("the instance prunes it by itself");
      })
    );
    const packets = vectors.packets.map(({ raw }) => ({
      raw: raw.replaceAll("CALL", callsign),
      heardAt: now(),
      via: "rf",
      port: "kiss",
      site: null,
    }));
    return { first: await box.ask("POST", "/ingest", { packets }), packets };
  });

export const BOXES: readonly Clause[] = [
  {
    id: "box-check",
    of: PLANE,
    says: "an enrolled box is answered by /ingest/check with the instance and its own name",
    look: async (probe) => {
      const box = await boxOf(probe);
      const answer = await box.ask("GET", "/ingest/check");
      want(answer.status === 200 && answer.json?.ok === true, seen(answer));
      want(answer.text.includes(box.id), `it does not name the box: ${seen(answer)}`);
      want(typeof answer.json.instance === "string", seen(answer));
    },
  },
  {
    id: "box-signature",
    of: SIGNED,
    says: "a request that was signed for another path, or altered, is refused",
    look: async (probe) => {
      const box = await boxOf(probe);
      const altered = await box.ask("GET", "/ingest/check", undefined, { "x-box-sig": "A".repeat(86) });
      want(altered.status === 401 || altered.status === 403, `altered: ${seen(altered)}`);
      const other = await box.ask("GET", "/ingest/check?x=1", undefined, { "x-box-id": "conform-nobody" });
      want(other.status === 401 || other.status === 403, `another box: ${seen(other)}`);
    },
  },
  {
    id: "box-fresh",
    of: SIGNED,
    says: "a signature older than five minutes is refused, and each is taken once",
    look: async (probe) => {
      const box = await boxOf(probe), at = String(probe.needs.now() - STALE_S);
      const stale = await box.ask("GET", "/ingest/check", undefined, { "x-box-at": at });
      want(stale.status === 401 || stale.status === 403, `ten minutes old: ${seen(stale)}`);
      const nonce = { "x-box-nonce": probe.hex(12) };
      const first = await box.ask("GET", "/ingest/check", undefined, nonce);
      want(first.status === 200, `the first: ${seen(first)}`);
      const again = await box.ask("GET", "/ingest/check", undefined, nonce);
      want(again.status === 401 || again.status === 403, `the same again: ${seen(again)}`);
    },
  },
  {
    id: "box-services",
    of: SIGNED,
    says: "a box that runs no services reaches neither outbox nor mail",
    look: async (probe) => {
      const box = await boxOf(probe);
      for (const path of ["/outbox", "/api/bbs/forward/pool", "/federation/packet/peers"]) {
        const answer = await box.ask("GET", path);
        want(answer.status === 401 || answer.status === 403, `${path}: ${seen(answer)}`);
      }
    },
  },
  {
    id: "txgate",
    of: PLANE,
    says: "nobody's call does not pass the transmit gate; a nonce has 16 to 64 characters",
    look: async (probe) => {
      const box = await boxOf(probe), { callsign } = probe.needs;
      const path = `/ingest/txgate?calls=${callsign}&box=${box.id}&nonce=`;
      const answer = await box.ask("GET", path + probe.hex(8));
      want(answer.status === 200, seen(answer));
      want(answer.json?.calls?.[callsign]?.ok === false, `${callsign} passes: ${seen(answer)}`);
      const short = await box.ask("GET", path + "short");
      want(short.status === 400, `a short nonce: ${seen(short)}`);
    },
  },
  {
    id: "ingest",
    of: PLANE,
    says: "what was heard is taken, the same again is no news, and a station is shown",
    look: async (probe) => {
      const { first, packets } = await handOver(probe), box = await boxOf(probe);
      want(first.status === 200, seen(first));
      const good = vectors.packets.filter(({ taken }) => taken).length;
      want(first.json?.accepted === good, `${good} packets are good: ${seen(first)}`);
      const again = await box.ask("POST", "/ingest", { packets });
      want(again.status === 200 && again.json?.accepted === 0, `the same again: ${seen(again)}`);
      const station = await probe.get(`/api/stations/${probe.needs.callsign}-9`);
      want(station.status === 200, `the station: ${seen(station)}`);
    },
  },
  {
    id: "ingest-neighbours",
    of: PLANE,
    says: "a bad item is refused by itself",
    look: async (probe) => {
      const { first } = await handOver(probe);
      want(first.status === 200, seen(first));
      const bad = vectors.packets.flatMap(({ taken }, at) => taken ? [] : [at]);
      const refused = (first.json?.rejected ?? []).map((one: { index: number }) => one.index);
      want(String(refused) === String(bad), `refused ${refused}, bad are ${bad}`);
    },
  },
  {
    id: "ingest-form",
    of: PLANE,
    says: "what is no batch is refused as a whole",
    look: async (probe) => {
      const box = await boxOf(probe);
      for (const body of [[1, 2], { packets: "x" }]) {
        const answer = await box.ask("POST", "/ingest", body);
        want(answer.status >= 400 && answer.status < 500, `${JSON.stringify(body)}: ${seen(answer)}`);
      }
    },
  },
  {
    id: "box-code-once",
    of: PLANE,
    says: "an enrolment code is good once, and none is good that was made up",
    look: async (probe) => {
      const body = { code: "AAAA-BBBB-CCCC-DDDD", box: "conform-none", key: "A".repeat(43), at: 1, sig: "A" };
      const answer = await probe.ask("POST", "/ingest/enroll", { body });
      want(answer.status >= 400 && answer.status < 500, seen(answer));
    },
  },
  {
    id: "box-revoked",
    of: 'API "Administration"',
    says: "a revoked box is refused at once",
    look: async (probe) => {
      const box = await ProbeBox.enrol(probe);
      const first = await box.ask("GET", "/ingest/check");
      want(first.status === 200, seen(first));
      const revoked = await probe.asOperator("POST", `/api/admin/boxes/${box.id}/revoke`, {});
      want(revoked.status < 300, seen(revoked));
      const after = await box.ask("GET", "/ingest/check");
      want(after.status === 401 || after.status === 403, seen(after));
    },
  },
];
