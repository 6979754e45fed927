/**
 * A small receiver box: reads a KISS TNC (Dire Wolf and the like) over TCP and hands what it hears to a gateway, as an
 * enrolled box that signs its requests. Also an example for those who write a box of their own.
 *
 *   deno run --allow-net --allow-env tools/kiss_client.ts --url http://gateway:8787 --kiss 127.0.0.1:8001 \
 *     --box attic --site OE3ATT-10 [--enroll CODE]
 *
 * BOX_KEY: base64url of the box's 32-byte Ed25519 seed. `--enroll` signs up under a one-time code first.
 */
import { Command } from "commander";
import { decodeFrame, decodeText, encodeTnc2, isUnreadable, KissReader } from "../src/aprs/mod.ts";
import { toBase64Url } from "../src/base/mod.ts";
import { boxText, readSigningKey, signDocument, type SigningKey } from "../src/wire/mod.ts";

/** Frames are posted together at most this often, in milliseconds. */
const BATCH_MS = 1500;
/** What waits while the gateway is away. */
const MOST_WAITING = 5000;
const MOST_IN_BATCH = 500;

interface Options {
  url: string;
  kiss: string;
  box: string;
  site: string;
  enroll?: string;
}

interface Packet {
  raw: string;
  heardAt: number;
  via: "rf";
  port: "kiss";
  site: string;
}

const now = (): number => Math.floor(Date.now() / 1000);

/** Signs a request as the gateway expects it (svc-box/1). */
function headers(key: SigningKey, box: string, method: string, target: string, body: string): HeadersInit {
  const at = String(now()), nonce = toBase64Url(crypto.getRandomValues(new Uint8Array(18)));
  const text = boxText(method, target, at, nonce, new TextEncoder().encode(body));
  return {
    "content-type": "application/json",
    "x-box-id": box,
    "x-box-at": at,
    "x-box-nonce": nonce,
    "x-box-sig": key.signText(text),
  };
}

async function enroll({ url, box, enroll: code = "" }: Options, key: SigningKey): Promise<void> {
  const document = { at: now(), box, code, key: key.publicKey };
  const answer = await fetch(new URL("/ingest/enroll", url), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...document, sig: signDocument("svc-box-enroll/1", document, key) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`Cannot enrol '${box}': ${answer.status} ${text}`);
  console.log(`enrolled: ${text}`);
}

/** Posts what waits; keeps it when the gateway cannot be reached or fails. */
async function post({ url, box }: Options, key: SigningKey, waiting: Packet[]): Promise<void> {
  while (waiting.length > 0) {
    const packets = waiting.slice(0, MOST_IN_BATCH);
    const body = JSON.stringify({ packets });
    let answer: Response;
    try {
      answer = await fetch(new URL("/ingest", url), {
        method: "POST",
        headers: headers(key, box, "POST", "/ingest", body),
        body,
      });
    } catch (error) {
      console.error(`the gateway is away: ${error instanceof Error ? error.message : error}`);
      return;
    }
    const text = await answer.text();
    console.log(`${packets.length} posted: ${answer.status} ${text}`);
    if (answer.status >= 500) return;
    waiting.splice(0, packets.length);
  }
}

async function run(options: Options): Promise<void> {
  const key = readSigningKey(Deno.env.get("BOX_KEY") ?? "");
  if (!key) throw new Error("BOX_KEY takes the base64url of a 32-byte Ed25519 seed (43 characters)");
  if (options.enroll) await enroll(options, key);
  const [hostname, port] = options.kiss.split(":");
  const tnc = await Deno.connect({ hostname: hostname || "127.0.0.1", port: Number(port) });
  console.log(`reading ${options.kiss}`);
  const waiting: Packet[] = [];
  const timer = setInterval(() => post(options, key, waiting), BATCH_MS);
  const reader = new KissReader();
  for await (const chunk of tnc.readable) {
    for (const { command, data } of reader.push(chunk)) {
      if (command !== 0) continue;
      const packet = decodeFrame(data, now());
      if (isUnreadable(packet)) {
        console.error(`not passed on: ${packet.unreadable}`);
        continue;
      }
      if (waiting.length >= MOST_WAITING) waiting.shift();
      waiting.push({
        raw: decodeText(encodeTnc2(packet)),
        heardAt: now(),
        via: "rf",
        port: "kiss",
        site: options.site,
      });
    }
  }
  clearInterval(timer);
  await post(options, key, waiting);
}

if (import.meta.main) {
  const command = new Command("kiss_client")
    .requiredOption("--url <url>", "the gateway")
    .option("--kiss <host:port>", "KISS TNC", "127.0.0.1:8001")
    .requiredOption("--box <id>", "the box's id")
    .requiredOption("--site <call>", "the receiving station's call")
    .option("--enroll <code>", "one-time enrolment code")
    .action((options: Options) => run(options));
  await command.parseAsync(Deno.args, { from: "user" });
}
