/** `awards check` and `cards check`: a certificate's and a card's file at a shell, without a server, a database or a network. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { signCertificate } from "../../src/awards/mod.ts";
import { signCard } from "../../src/qsl/mod.ts";
import { fingerprintOf, readSigningKey } from "../../src/wire/mod.ts";
import { command } from "../kit/command.ts";

const SEED = `${"A".repeat(42)}E`, KEY = readSigningKey(SEED)!, OTHER = readSigningKey(`${"B".repeat(42)}E`)!;
const TOLD = {
  ...{
    instance: "club.example",
    code: "K7HRXW2MPA",
    call: "OE7PQR",
    award: "Ten by radio",
    about: "Ten finds",
  },
  ...{
    rule: { kind: "finds", n: 10, radio: true } as const,
    earnedAt: 1_780_000_000,
    signedAt: 1_780_000_500,
  },
};

Deno.test("a certificate is checked by its signature, and its key by what is known of it", async () => {
  const folder = Deno.makeTempDirSync();
  const file = join(folder, "one.json");
  const check = (certificate: unknown, args: string[] = [], env: Record<string, string> = {}) => {
    Deno.writeTextFileSync(file, typeof certificate === "string" ? certificate : JSON.stringify(certificate));
    return command(["awards", "check", file, ...args], { DATA_DIR: folder, ...env });
  };
  const signed = signCertificate(TOLD, KEY), print = fingerprintOf(KEY.publicKey);
  const plain = await check(signed);
  assert.equal(plain.code, 0, plain.stderr);
  assert.match(plain.stdout, /OE7PQR has reached "Ten by radio" on 2026-05-28/);
  assert.match(plain.stdout, /Compare the key with the one that club\.example shows/);
  for (const known of [KEY.publicKey, print]) {
    assert.match((await check(signed, ["--key", known])).stdout, /the key that you named/);
  }
  const own = { INSTANCE_ID: "club.example", FED_PRIVATE_KEY: SEED };
  assert.match((await check(signed, [], own)).stdout, /this instance's own key/);

  const { known, call } = JSON.parse((await check(signed, ["--json"], own)).stdout);
  assert.deepEqual([known, call], ["own", "OE7PQR"]);

  const changed = await check({ ...signed, call: "OE7PQS" });
  assert.deepEqual([changed.code, /Not as it was signed/.test(changed.stderr)], [1, true]);
  const another = await check(signed, ["--key", OTHER.publicKey]);
  assert.deepEqual([another.code, /somebody else has signed it/.test(another.stderr)], [1, true]);
  const forged = await check(signCertificate(TOLD, OTHER), [], own);
  assert.deepEqual([forged.code, /never had that key/.test(forged.stderr)], [1, true]);
  for (const none of ["{", "[]", JSON.stringify({ ...signed, more: 1 }), "x".repeat(70_000)]) {
    const refused = await check(none);
    assert.deepEqual([refused.code, /is no certificate/.test(refused.stderr)], [66, true], none.slice(0, 20));
  }
  assert.equal((await check(signed, ["--key", "x"])).code, 64);
  Deno.removeSync(folder, { recursive: true });
});

Deno.test("a card is checked as a certificate is, and neither passes for the other", async () => {
  const folder = Deno.makeTempDirSync(), file = join(folder, "one.json");
  const check = (what: string, document: object, ...args: string[]) => {
    Deno.writeTextFileSync(file, JSON.stringify(document));
    return command([what, "check", file, ...args], { DATA_DIR: folder });
  };
  const card = signCard({
    ...{ instance: "club.example", code: "K7HRXW2MPB", call: "OE7PQR", heardBy: "OE3XAR-10" },
    ...{ at: 1_780_000_000, mode: "PKT", mhz: null, cache: null, grid: "JN88EE", heardGrid: "JN88EG" },
    ...{ distanceM: 9100, bearing: 350, line: "73", lineBy: "OE3XAR-10", signedAt: 1_780_000_500 },
  }, KEY);
  const plain = await check("cards", card);
  assert.equal(plain.code, 0, plain.stderr);
  assert.match(plain.stdout, /OE7PQR was heard by OE3XAR-10 on 2026-05-28 20:26, 9\.1 km away/);
  const { line, known } = JSON.parse((await check("cards", card, "--json", "--key", KEY.publicKey)).stdout);
  assert.deepEqual([line, known], ["73", "named"]);
  const changed = await check("cards", { ...card, distanceM: 91_000 });
  assert.deepEqual([changed.code, /Not as it was signed/.test(changed.stderr)], [1, true]);
  for (const [what, document] of [["awards", card], ["cards", signCertificate(TOLD, KEY)]] as const) {
    const refused = await check(what, document);
    assert.deepEqual([refused.code, /is no c/.test(refused.stderr)], [66, true], what);
  }
  Deno.removeSync(folder, { recursive: true });
});
