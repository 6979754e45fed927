/**
 * A person's share in what stations know. Erasing forgets where the person's stations were and what they sent;
 * packets that the call sends later are stored again, since anybody may hear them.
 */
import type { Accounts } from "../accounts/mod.ts";
import { columns, type Database, factColumns, isSide, type Params, type Tx } from "../db/mod.ts";
import { type RowOf, STATION } from "../things/mod.ts";
import type { Ring } from "./ring/ring.ts";

interface Of {
  accountId: number;
  bases: string[];
}

/** Tables by what ties them to a person: the account, or a base call (`:bases` is a JSON list). */
const OF_BASES = "IN (SELECT value FROM json_each(:bases))";
/** The base call of a column that may carry an SSID. */
const base = (column: string) => `substr(${column} || '-', 1, instr(${column} || '-', '-') - 1)`;

/** A person's time with a call: what was heard of it before is a former holder's. `:since` has it by base call. */
const ours = (call: string, at: string): string =>
  `${call} ${OF_BASES} AND ${at} >= coalesce((SELECT value FROM json_each(:since) WHERE key = ${call}), 0)`;

const EXPORTS: Record<string, string> = {
  stations:
    `SELECT call, first_heard AS firstHeard, last_heard AS lastHeard, packets, comment, status FROM station WHERE ${
      ours("base", "last_heard")
    }`,
  positions:
    `SELECT call, at, fix.lat_e7 / 1e7 AS lat, fix.lon_e7 / 1e7 AS lon, fix.course, fix.speed_kmh AS speedKmh
    FROM track_fix AS fix JOIN station ON station.id = station_id WHERE ${ours("base", "at")} ORDER BY at`,
  weather: `SELECT call, weather_sample.* FROM weather_sample JOIN station ON station.id = station_id WHERE ${
    ours("base", "at")
  }`,
  telemetry:
    `SELECT call, telemetry_sample.* FROM telemetry_sample JOIN station ON station.id = station_id WHERE ${
      ours("base", "at")
    }`,
  sentPlaces:
    `SELECT call, at, lat_e7 / 1e7 AS lat, lon_e7 / 1e7 AS lon, symbol, comment FROM sent_place WHERE ${
      ours(base("call"), "at")
    }`,
  coverage: `SELECT x, y, site, heard, last_heard AS lastHeard FROM coverage WHERE ${
    ours(base("site"), "last_heard")
  }`,
  serviceMessages: `SELECT at, from_call AS "from", body, status FROM service_message WHERE ${
    ours("from_base", "at")
  } ORDER BY id`,
  meshMessages: `SELECT at, grp AS "group", from_call AS "from", body FROM mesh_message WHERE ${
    ours(base("from_call"), "at")
  } ORDER BY id`,
};
const MESHTASTIC_EXPORTS: Record<string, string> = {
  meshtasticNodes: `SELECT node, call, long_name AS name, last_heard AS lastHeard, lat_e7 / 1e7 AS lat,
    lon_e7 / 1e7 AS lon FROM meshtastic_node WHERE ${ours(base("call"), "last_heard")}`,
  meshtasticSamples: `SELECT s.node, s.at, s.measured FROM meshtastic_sample s
    JOIN meshtastic_node n ON n.node = s.node WHERE ${ours(base("n.call"), "s.at")} ORDER BY s.node, s.at`,
  meshtasticTexts: `SELECT at, node, call, body FROM meshtastic_text WHERE ${
    ours(base("call"), "at")
  } ORDER BY id`,
};
const SAID = columns<RowOf<typeof STATION.facts>>(factColumns(STATION.facts));
const ACCOUNT_EXPORTS: Record<string, string> = {
  mailbox:
    `SELECT from_call AS "from", to_call AS "to", body, status, created_at AS createdAt FROM mailbox WHERE account_id = :account ORDER BY id`,
  messagesRead:
    `SELECT other AS "from", up_to AS upTo FROM message_read WHERE account_id = :account ORDER BY other`,
  meshtasticHidden: "SELECT node FROM meshtastic_hidden WHERE account_id = :account ORDER BY node",
  myStations:
    `SELECT call, lat, lon, ${SAID.select()}, created_at AS createdAt FROM my_station WHERE account_id = :account ORDER BY id`,
};
const ERASURES = [
  `DELETE FROM station WHERE base ${OF_BASES}`,
  `DELETE FROM sent_place WHERE ${base("call")} ${OF_BASES}`,
  `DELETE FROM radio_object WHERE ${base("sender")} ${OF_BASES}`,
  `DELETE FROM coverage WHERE ${base("site")} ${OF_BASES}`,
  `DELETE FROM telemetry_definition WHERE ${base("call")} ${OF_BASES}`,
  `DELETE FROM message_read WHERE ${base("other")} ${OF_BASES}`,
  `DELETE FROM service_message WHERE from_base ${OF_BASES}`,
  `DELETE FROM outbox WHERE ${base("src_call")} ${OF_BASES}`,
  // Answers to the person that still wait: a message's addressee stands in its first ten characters.
  `DELETE FROM outbox WHERE payload LIKE ':%' AND ${base("trim(substr(payload, 2, 9))")} ${OF_BASES}`,
  `DELETE FROM meshtastic_text WHERE ${base("call")} ${OF_BASES}
     OR node IN (SELECT node FROM meshtastic_node WHERE ${base("call")} ${OF_BASES})`,
  `DELETE FROM meshtastic_link WHERE from_node IN (SELECT node FROM meshtastic_node WHERE ${
    base("call")
  } ${OF_BASES})
     OR to_node IN (SELECT node FROM meshtastic_node WHERE ${base("call")} ${OF_BASES})`,
  `DELETE FROM meshtastic_sample WHERE node IN (SELECT node FROM meshtastic_node WHERE ${
    base("call")
  } ${OF_BASES})`,
  `DELETE FROM meshtastic_node WHERE ${base("call")} ${OF_BASES}`,
  `DELETE FROM mesh_node WHERE ${base("call")} ${OF_BASES}`,
  `DELETE FROM mesh_link WHERE ${base("from_call")} ${OF_BASES} OR ${base("to_call")} ${OF_BASES}`,
  `DELETE FROM mesh_message WHERE ${base("from_call")} ${OF_BASES}`,
];
/** Messages of either side, and none of a former holder's. */
const OF_SIDES = `FROM message WHERE ${isSide("from")} OR ${isSide("to")}`;
const ACCOUNT_ERASURES = [
  "DELETE FROM meshtastic_hidden WHERE account_id = :account",
  "DELETE FROM outbox WHERE account_id = :account",
  "DELETE FROM message_read WHERE account_id = :account",
  "DELETE FROM mailbox WHERE account_id = :account OR (to_account = :account AND to_proven)",
  "UPDATE mailbox SET to_account = NULL WHERE to_account = :account",
  "DELETE FROM my_station WHERE account_id = :account",
];

/** What waits for a call that nobody had proved: erased only by who has (`:bases`: those held verified). */
const UNPROVEN_MAIL = `DELETE FROM mailbox WHERE ${base("to_call")} ${OF_BASES} AND NOT to_proven`;

/**
 * Ways by which the person's receivers brought what others sent: these stay as evidence of where others were, under a name that
 * is nobody's and that nobody trusts. Also only for whoever has proved the call.
 */
const RECEIVER_ERASURES = [
  ...["site", "box"].map((column) =>
    `UPDATE delivery SET ${column} = 'WITHDRAWN-' || id WHERE ${base(column)} ${OF_BASES}`
  ),
  ...["mesh_node", "mesh_message"].map((table) =>
    `UPDATE ${table} SET receiver = NULL WHERE ${base("receiver")} ${OF_BASES}`
  ),
  `DELETE FROM mesh_link WHERE ${base("receiver")} ${OF_BASES}`,
];

/** The area's share, as the accounts area asks for it. */
export function stationsPersonalData(
  db: Database,
  ring: Ring,
  accounts: Pick<Accounts, "isVerified" | "formerUntil">,
  forget: { stations(): void; deliveries(): void },
) {
  const sql = <P extends Params>(texts: Record<string, string>) =>
    Object.entries(texts).map(([name, text]) => ({ name, statement: db.sql<P>(text) }));
  const byBases = sql<{ bases: string; since: string }>({ ...EXPORTS, ...MESHTASTIC_EXPORTS });
  const messages = db.rows<{ me: number; bases: string }, unknown>(
    `SELECT at, from_call AS "from", to_call AS "to", body, direction, transport ${OF_SIDES} ORDER BY id`,
  );
  const eraseMessages = db.change<{ me: number; bases: string }>(`DELETE ${OF_SIDES}`);
  const byAccount = sql<{ account: number }>(ACCOUNT_EXPORTS);
  const eraseBases = ERASURES.map((text) => db.sql<{ bases: string }>(text));
  const eraseReceivers = RECEIVER_ERASURES.map((text) => db.sql<{ bases: string }>(text));
  const eraseUnproven = db.change<{ bases: string }>(UNPROVEN_MAIL);
  const eraseAccount = ACCOUNT_ERASURES.map((text) => db.sql<{ account: number }>(text));
  return {
    name: "stations",
    export({ accountId, bases }: Of): Record<string, unknown> {
      const list = JSON.stringify(bases);
      const since = JSON.stringify(
        Object.fromEntries(bases.map((base) => [base, accounts.formerUntil(accountId, base)])),
      );
      return Object.fromEntries([
        ...byBases.map(({ name, statement }) => [name, statement.all({ bases: list, since })]),
        ["messages", messages({ me: accountId, bases: list })],
        ...byAccount.map(({ name, statement }) => [name, statement.all({ account: accountId })]),
      ]);
    },
    erase(tx: Tx, { accountId, bases }: Of): void {
      for (const statement of eraseBases) statement.run(tx, { bases: JSON.stringify(bases) });
      const proven = JSON.stringify(bases.filter((base) => accounts.isVerified(base)));
      eraseUnproven(tx, { bases: proven });
      for (const statement of eraseReceivers) statement.run(tx, { bases: proven });
      eraseMessages(tx, { me: accountId, bases: JSON.stringify(bases) });
      for (const statement of eraseAccount) statement.run(tx, { account: accountId });
      forget.stations();
      // The ring is another file: it follows once the erasure is certain.
      tx.after(() => {
        forget.deliveries();
        ring.forget(bases);
      });
    },
  };
}
