/**
 * The authority of a gateway that makes its own certificates, as this box trusts it: pinned by its fingerprint when the box
 * joins, and kept in the box's folder. Without one the box trusts whom its system trusts.
 */
import { get } from "node:https";
import { X509Certificate } from "node:crypto";
import { join } from "node:path";
import { sha256Hex, type World } from "../../base/mod.ts";
import { writePrivate } from "../config/box_file.ts";
import { boxFailure } from "../errors.ts";

const AUTHORITY_FILE = "authority.pem";

const PATIENCE_MS = 15_000;
/** Largest certificate that is read, in bytes. */
const MOST_BYTES = 16_384;

/** A fingerprint as it is kept: 64 hex digits, however they were grouped; undefined where the text is none. */
export function readAuthorityMark(text: string): string | undefined {
  const digits = text.replace(/[\s:-]/g, "").toLowerCase();
  return /^[0-9a-f]{64}$/.test(digits) ? digits : undefined;
}

/**
 * The certificate that a gateway gives out as its authority's, PEM, where its fingerprint is the expected one. Whoever is on
 * the way may give another: it is not taken then. Throws `gateway_unreachable` and `authority_differs`.
 */
export async function authorityAt(
  address: string,
  mark: string,
  ask: (url: URL) => Promise<string> = unproven,
): Promise<string> {
  let pem: string;
  try {
    pem = await ask(new URL("/trust/ca.pem", address));
  } catch (error) {
    throw boxFailure.gateway_unreachable({}, `${address} was not reached: ${(error as Error).message}`);
  }
  const found = markOf(pem);
  if (found === mark) return pem;
  throw boxFailure.authority_differs(
    {},
    found === undefined
      ? `${address} gives out no authority of its own: is it another gateway, or does it make no certificates any more?`
      : `${address} gives out an authority with another fingerprint (${found}): it has a new one since the line was ` +
        "made, or somebody else answers there",
  );
}

function markOf(pem: string): string | undefined {
  try {
    return sha256Hex(Uint8Array.from(new X509Certificate(pem).raw));
  } catch {
    return undefined;
  }
}

/**
 * A text from an address whose certificate nobody vouches for yet. Only what can be checked by itself may be asked so: the
 * authority, by its fingerprint.
 */
function unproven(url: URL): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = get(url, { rejectUnauthorized: false, timeout: PATIENCE_MS }, (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (part: string) => {
        text += part;
        if (text.length > MOST_BYTES) asked.destroy(new Error("it answers with more than a certificate"));
      });
      answer.on("end", () => resolve(text));
      answer.on("error", reject);
    });
    asked.on("timeout", () => asked.destroy(new Error("no answer in time")));
    asked.on("error", reject);
  });
}

/** Keeps the authority that a box trusts from now on. */
export const keepAuthority = (dir: string, pem: string): void => writePrivate(join(dir, AUTHORITY_FILE), pem);

/** The authority that the box of a folder trusts, PEM; undefined where it pinned none. */
export function authorityOf(dir: string): string | undefined {
  try {
    return Deno.readTextFileSync(join(dir, AUTHORITY_FILE));
  } catch {
    return undefined;
  }
}

/** The same world, which trusts this authority too. */
export function trusting<W extends Pick<World, "fetch">>(world: W, pem: string | undefined): W {
  if (pem === undefined) return world;
  const client = Deno.createHttpClient({ caCerts: [pem] });
  return { ...world, fetch: (input, init) => world.fetch(input, { ...init, client } as RequestInit) };
}

/** What was wrong with a connection, in words: the runtime says "fetch failed", and the reason in its cause. */
export function whyUnreached(error: unknown): string {
  const texts: string[] = [];
  for (let one = error; one instanceof Error && texts.length < 4; one = one.cause) texts.push(one.message);
  const text = texts.at(-1) ?? String(error);
  const certificate = /invalid peer certificate: (.*)/s.exec(text)?.[1];
  if (certificate === undefined) return /client error \(\w{1,40}\): (.{1,500})/s.exec(text)?.[1] ?? text;
  if (/NotValidForName/.test(certificate)) return "its certificate is for other names than this address";
  if (/Expired|NotValidYet/.test(certificate)) {
    return "its certificate is not valid at this time: is the clock right here, and there?";
  }
  return UNTRUSTED;
}

/** Said of a certificate that nobody whom this box trusts has signed. */
export const UNTRUSTED = "its certificate is signed by nobody whom this box trusts";
/** What to do about it. */
export const TRUST_IT =
  "the line that its page Receivers prints under Make a code carries the fingerprint of its authority (--authority): " +
  "join by it, with --again where this box has joined before";
