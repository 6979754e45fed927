/**
 * What others' programs and people really send, as cases: one row each, with what it is, where such a thing was reported, what is
 * right and why, and what becomes of it here. Each goes the whole way: in over HTTP as a receiver, a console or a member sends it,
 * out as the API shows it. Callsigns are made up. `deno task field` prints them; adding one is a row and, where it is more than a
 * line, an input.
 */
import assert from "node:assert/strict";
import { judgeRow, readRegister } from "../../src/accounts/mod.ts";
import { rf } from "../kit/boxes.ts";
import type { Client, TestApp } from "../kit/app.ts";

/** How something comes in. */
type Sent =
  /** Monitor lines, as a receiver that the operator trusts hears them itself, a second apart. */
  | { heard: readonly string[] }
  /** Monitor lines as they come from APRS-IS. */
  | { internet: readonly string[] }
  /** The same, all within one second. */
  | { together: readonly string[] }
  /** What a Meshtastic device hands on, as a box decoded it. */
  | { meshtastic: readonly Record<string, unknown>[] }
  /** Objects that a MeshCom node sends. */
  | { mesh: readonly Record<string, unknown>[] }
  /** What such a node sends, as it stands. */
  | { datagrams: readonly string[] }
  /** What a weather console sends: the path behind the address, with its key as `<key>`; a form where it posts one. */
  | { console: string; form?: string; headers?: Readonly<Record<string, string>> }
  /** A file that a member or the operator brings: a catalogue of a source, own finds, field notes, a licence register. */
  | { file: `catalogue/${string}` | "finds" | "notes" | "register"; text: string };

interface Reported {
  /** Where such a thing was reported: repository and number; or the program whose output it is. */
  of: string;
  /** What is right, and by which standard. */
  right: string;
}

/** What is made here for others, or read off a line that no request brings: what it does, and what that gives. */
export interface PlainCase extends Reported {
  does: () => unknown | Promise<unknown>;
  gives: unknown;
}

export interface FieldCase extends Reported {
  sends: readonly Sent[];
  /**
   * What the member shows by path of the API, or what was said of the last file (`answer`). Where a pattern stands, the text has to
   * match it. What is named has to be so, `undefined` has to be absent, the rest may be anything.
   */
  becomes: Readonly<Record<string, unknown>>;
}

/** The receiver that is trusted, and whose station a console belongs to. */
export const SITE = "OE1GATE-10", CONSOLE = "OE1WX-13";
/** Settings under which the cases run. */
export const FIELD_SETTINGS = { FIRST_PARTY_SITES: SITE, SERVICE_CALL: "OE1XYZ-15" };

/** Lets one case go its way and compares what became of it. */
export async function runCase(app: TestApp, { sends, becomes }: FieldCase): Promise<void> {
  const member = await app.signIn("OE1XYZ"), key = await consoleKey(await app.signIn("OE1WX"));
  let answer: unknown;
  for (const sent of sends) {
    if ("file" in sent) answer = await bring(app, member, sent);
    else await send(app, sent, key);
  }
  for (const [path, expected] of Object.entries(becomes)) {
    if (path === "answer") {
      hold(answer, expected, path);
      continue;
    }
    const { status, body, text } = await member.get(path);
    if (expected instanceof RegExp) assert.match(text, expected, path);
    else if (expected === 404) assert.equal(status, 404, `${path}: ${text}`);
    else hold(body, expected, path);
  }
}

/** Brings a file over HTTP; a register goes through the reader that the command line has. */
async function bring(app: TestApp, member: Client, { file, text }: Extract<Sent, { file: string }>) {
  const type = { "content-type": text.trimStart().startsWith("<") ? "application/gpx+xml" : "text/csv" };
  if (file === "finds") {
    const { body } = await member.post("/api/my/finds-elsewhere", text, type);
    const sql = "SELECT code, found_at AS foundAt FROM found_elsewhere ORDER BY code";
    return { ...body, finds: app.db.sql<never, { code: string; foundAt: number | null }>(sql).all() };
  }
  if (file === "notes") return (await member.post("/api/v1/field-notes", text, type)).body;
  if (file !== "register") {
    return (await app.operator.post(`/api/import/${file.split("/")[1]}`, text, type)).body;
  }
  const rows: unknown[][] = [], left: string[] = [], importedAt = app.world.now();
  async function* bytes() {
    yield new TextEncoder().encode(text);
  }
  try {
    for await (const { fields } of readRegister(bytes(), "csv", (_, why) => left.push(why))) {
      const judged = judgeRow(fields);
      if (typeof judged === "string") left.push(judged);
      else rows.push([judged.call, judged.status, judged.expiresAt]);
    }
  } catch (error) {
    return { refused: String(error) };
  }
  return {
    left,
    ...(await app.operator.post("/api/licence/import", { source: "office", importedAt, rows })).body,
  };
}

async function consoleKey(owner: Client): Promise<string> {
  const station = { callsign: CONSOLE, lat: 48.2, lon: 16.4, roles: ["weather"] };
  const { body } = await owner.post("/api/my/stations", station);
  return (await owner.post(`/api/my/stations/${body.id}/wx-key`, {})).body.key;
}

async function send(app: TestApp, sent: Exclude<Sent, { file: string }>, key: string): Promise<void> {
  if ("console" in sent) {
    const path = `/api/wx/${sent.console.replaceAll("<key>", key)}`;
    const reply = sent.form === undefined
      ? await app.visitor.get(path, sent.headers)
      : await app.visitor.post(path, sent.form.replaceAll("<key>", key), {
        "content-type": "application/x-www-form-urlencoded",
        ...sent.headers,
      });
    assert.equal(reply.status, 200, `${path}: ${reply.text}`);
    app.world.pass(61);
    return;
  }
  const heardAt = app.world.now();
  const ofNet = (via: string) => (packet: Record<string, unknown> | string) => ({
    raw: typeof packet === "string" ? packet : JSON.stringify(packet),
    ...{ heardAt, via, port: via, site: SITE },
  });
  const ofInternet = (raw: string) => ({ raw, heardAt, via: "aprsis", port: "aprs-is" });
  if ("together" in sent) {
    const { status, body } = await app.ingest.post("/ingest", { packets: sent.together.map(ofInternet) });
    assert.deepEqual([status, body.accepted], [200, sent.together.length]);
    app.world.pass(1);
    return;
  }
  const packets = "heard" in sent
    ? sent.heard.map((raw) => rf(app, raw, SITE))
    : "internet" in sent
    ? sent.internet.map(ofInternet)
    : "datagrams" in sent
    ? sent.datagrams.map(ofNet("meshcom"))
    : "mesh" in sent
    ? sent.mesh.map(ofNet("meshcom"))
    : sent.meshtastic.map(ofNet("meshtastic"));
  for (const packet of packets) {
    const { status, text } = await app.ingest.post("/ingest", {
      packets: [{ ...packet, heardAt: app.world.now() }],
    });
    assert.equal(status, 200, text);
    app.world.pass(1);
  }
}

/** Holds what is against what should be, as far as that is named. Lists have just the items that are named. */
export function hold(actual: unknown, expected: unknown, at: string): void {
  if (expected === null || typeof expected !== "object") return assert.deepEqual(actual, expected, at);
  assert.ok(actual !== null && typeof actual === "object", `${at} is ${JSON.stringify(actual)}`);
  if (Array.isArray(expected)) {
    assert.equal((actual as unknown[]).length, expected.length, `${at}: ${JSON.stringify(actual)}`);
  }
  for (const [name, value] of Object.entries(expected)) {
    hold((actual as Record<string, unknown>)[name], value, `${at} ${name}`);
  }
}
