/** Making a box: a folder with its key, its file and its database, enrolled at a gateway under a one-time code. */
import { join as path } from "node:path";
import { isAx25Call, isCall, isPublicAddress, normalCall, type World } from "../../base/mod.ts";
import type { SigningKey } from "../../wire/mod.ts";
import { BoxClock } from "../clock/box_clock.ts";
import {
  type BoxFile,
  DATABASE_FILE,
  gatewayAddress,
  KEY_FILE,
  loadBoxFile,
  MOST_GATEWAYS,
  saveBoxFile,
  sealOf,
  writePrivate,
} from "../config/box_file.ts";
import { readConnection } from "../drivers/table.ts";
import { boxFailure } from "../errors.ts";
import {
  authorityAt,
  authorityOf,
  keepAuthority,
  readAuthorityMark,
  trusting,
} from "../gateway/authority.ts";
import { enrol, type Enrolled, newBoxKey } from "../gateway/enrol.ts";
import { openFacts } from "../spool/facts.ts";
import { openBoxDatabase } from "./box.ts";

interface JoinAsk {
  dir: string;
  address: string;
  code: string;
  /** Further addresses of the same gateway, tried behind the first. */
  further?: readonly string[];
  /** SHA-256 of the authority that signs its certificates, in hex digits, where it makes its own. */
  authority?: string;
  call: string;
  connections: readonly string[];
  /** The id that the box gives itself; made of the call where it is absent. */
  box?: string;
  /** Whether a folder that has a box already is taken: its spool and its connections stay. */
  again: boolean;
}

const NOBODY = "N0CALL";
/** Ids that are tried: another box may have the first one. The code is not spent by that. */
const TRIES = 9;

/** The gateway's origin; plain http only where nobody on the way can listen. */
async function usableAddress(text: string, world: Pick<World, "lookup">): Promise<string> {
  const origin = gatewayAddress(text) ?? gatewayAddress(`http://${text}`);
  if (origin === undefined) {
    throw boxFailure.box_option(
      {},
      `the gateway takes an address such as http://192.168.1.10:8787, not '${text}'`,
    );
  }
  const { protocol, hostname } = new URL(origin);
  if (protocol === "https:") return origin;
  const host = hostname.replace(/^\[|\]$/g, "");
  const addresses = [host, ...await world.lookup(host).catch(() => [])];
  if (addresses.some(isPublicAddress)) {
    throw boxFailure.box_option({}, `${origin} is not on a private network: it takes https`);
  }
  return origin;
}

/** Checks everything that can be checked before the code is spent. */
export function checkJoin(ask: JoinAsk): { call: string; box: string } {
  const call = normalCall(ask.call);
  if (call.startsWith(NOBODY)) {
    throw boxFailure.box_option({}, `${NOBODY} is nobody's call: --call takes yours`);
  }
  if (!isCall(call) || !isAx25Call(call)) {
    throw boxFailure.box_option({}, `--call takes a callsign with an SSID of 0 to 15, not '${ask.call}'`);
  }
  for (const text of ask.connections) {
    const read = readConnection(text);
    if (typeof read === "string") throw boxFailure.box_option({}, `--connect: ${read}`);
  }
  const box = ask.box ?? call.toLowerCase();
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(box)) {
    throw boxFailure.box_option({}, `--box takes letters, digits, dots and dashes, not '${box}'`);
  }
  if (!/^[A-Za-z0-9 -]{8,40}$/.test(ask.code)) {
    throw boxFailure.box_option({}, `the code takes the form ABCD-EFGH-JKLM-NPQR, not '${ask.code}'`);
  }
  if (ask.authority !== undefined && readAuthorityMark(ask.authority) === undefined) {
    throw boxFailure.box_option(
      {},
      `--authority takes the 64 digits of a fingerprint, not '${ask.authority}'`,
    );
  }
  return { call, box };
}

function makeFolder(dir: string): void {
  try {
    Deno.mkdirSync(dir, { recursive: true, mode: 0o700 });
    writePrivate(path(dir, ".probe"), "");
    Deno.removeSync(path(dir, ".probe"));
  } catch (error) {
    throw boxFailure.box_option({}, `--dir takes a folder that can be written: ${(error as Error).message}`);
  }
}

/** What is taken over from an earlier enrolment. */
type Before = Pick<BoxFile, "box" | "connections" | "gateways" | "quiet" | "services">;

/** The box's file as it stands, where the folder has a box. */
function before({ dir, again }: JoinAsk): Before | undefined {
  const there = loadOrNothing(dir);
  if (there === undefined || again) return there;
  throw boxFailure.box_here({}, `${dir} has the box ${there.box} already; --again enrols it anew`);
}

function loadOrNothing(dir: string): Before | undefined {
  for (const name of [KEY_FILE, DATABASE_FILE]) {
    try {
      Deno.statSync(path(dir, name));
    } catch {
      continue;
    }
    return loadBoxFile(dir) ?? { box: "?", connections: [], gateways: [], quiet: false, services: {} };
  }
  return loadBoxFile(dir);
}

/** What of an enrolment is the same at each address. */
interface Joining {
  ask: JoinAsk;
  /** The id to begin with. */
  box: string;
  world: World;
  seed: string;
  key: SigningKey;
}

/** Enrols at one address; the authority that it trusts there, where one is pinned. */
async function enrolAt({ ask, box, world, seed, key }: Joining, address: string) {
  const mark = ask.authority === undefined ? undefined : readAuthorityMark(ask.authority);
  const pinned = mark !== undefined && address.startsWith("https:")
    ? await authorityAt(address, mark)
    : undefined;
  const trusted = trusting(world, pinned ?? authorityOf(ask.dir));
  // The key is on the disk before the box is enrolled: if only the gateway knew it, the code would be spent for
  // nothing. A refused one is good for nothing.
  const joining = path(ask.dir, `${KEY_FILE}.joining`), keep = () => writePrivate(joining, seed);
  const clock = new BoxClock(world);
  for (let n = 1;; n++) {
    const id = n === 1 ? box : `${box}-${n}`;
    try {
      const parts = { clock, world: trusted };
      const enrolled = await enrol(parts, address, { box: id, code: ask.code, key, keep });
      Deno.renameSync(joining, path(ask.dir, KEY_FILE));
      return { enrolled, pinned };
    } catch (error) {
      if ((error as { reason?: string }).reason === "code_refused") Deno.removeSync(joining);
      const taken = (error as { details?: { taken?: boolean } }).details?.taken === true;
      if (!taken || n >= TRIES || ask.box !== undefined) throw error;
    }
  }
}

/** Enrols at the first address that answers; throws what the first one said where none does. */
async function enrolSomewhere(joining: Joining, addresses: readonly string[]) {
  let first: unknown;
  for (const address of addresses) {
    try {
      return { address, ...await enrolAt(joining, address) };
    } catch (error) {
      first ??= error;
      const { reason } = error as { reason?: string };
      if (reason !== "gateway_unreachable") throw error;
    }
  }
  throw first;
}

/** Enrols; throws a failure that says what is wrong. */
export async function joinGateway(ask: JoinAsk, world: World): Promise<Enrolled & { file: BoxFile }> {
  const { call, box } = checkJoin(ask);
  const old = before(ask);
  const addresses: string[] = [];
  for (const text of [ask.address, ...ask.further ?? []]) addresses.push(await usableAddress(text, world));
  makeFolder(ask.dir);
  const { address, enrolled, pinned } = await enrolSomewhere(
    { ask, box, world, ...newBoxKey(world) },
    addresses,
  );
  if (pinned !== undefined) keepAuthority(ask.dir, pinned);
  const file: BoxFile = {
    version: 1,
    call,
    box: enrolled.box,
    // Another address of the gateway that it knows: the further ones stay good.
    gateways: old?.gateways.includes(address)
      ? old.gateways
      : [...new Set(addresses)].slice(0, MOST_GATEWAYS),
    instance: enrolled.instance,
    connections: ask.connections.length > 0 ? [...ask.connections] : old?.connections ?? [],
    tx: "off",
    quiet: old?.quiet ?? false,
    services: old?.services ?? {},
  };
  saveBoxFile(ask.dir, file);
  const db = openBoxDatabase(ask.dir, world);
  try {
    const facts = openFacts(db);
    db.writeNow((tx) => {
      facts.set(tx, "seal", sealOf(file));
      facts.drop(tx, "gateway_refused");
      facts.set(tx, "gateway_name", enrolled.instance);
      if (enrolled.instanceKey === null) facts.drop(tx, "gateway_key");
      else facts.set(tx, "gateway_key", enrolled.instanceKey);
    });
  } finally {
    db.close();
  }
  return { ...enrolled, file };
}
