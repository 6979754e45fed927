import assert from "node:assert/strict";
import { readCertificate } from "../../../src/accounts/proofs/certificates.ts";
import {
  judgeLotw,
  loadAuthorities,
  lotwMessage,
  type LotwProof,
} from "../../../src/accounts/proofs/lotw.ts";
import {
  ecKeys,
  issue,
  type Issued,
  pem,
  rsaKeys,
  SIGNATURES_ONLY,
  signText,
  unknownExtension,
} from "../../kit/certificates.ts";
import { exists, testData, withoutData } from "../../kit/test_data.ts";
import { START } from "../../kit/world.ts";

const DAY = 86_400;
const YEAR = 365 * DAY;
const real = testData("lotw");
const noData = withoutData("the real LoTW chain", exists(real));

Deno.test({
  name: "the real LoTW authorities load, and each production CA is signed by the root whose key it names",
  ignore: noData,
  fn: () => {
    const ders = [...Deno.readDirSync(real)].map((file) => Deno.readFileSync(`${real}/${file.name}`));
    const authorities = loadAuthorities(pem(...ders));
    assert.equal(authorities.length, 6);
    const roots = authorities.filter((one) => one.keyId === one.issuerKeyId);
    const production = authorities.filter((one) => one.keyId !== one.issuerKeyId);
    assert.deepEqual([roots.length, production.length], [3, 3]);
    for (const one of production) {
      const named = roots.filter((root) => root.keyId === one.issuerKeyId);
      assert.equal(named.length, 1, "the names are all equal, the key identifiers are not");
      assert.ok(one.signedBy(named[0]!.key));
      assert.ok(roots.filter((root) => root !== named[0]).every((root) => !one.signedBy(root.key)));
    }
    const newest = authorities.find((one) => one.fingerprint.startsWith("98ea7dc6"))!;
    assert.equal(newest.rsaBits, 2048);
    assert.deepEqual(newest.calls, []);
  },
});

Deno.test({
  name: "a real production CA proves nobody's call",
  ignore: noData,
  fn: () => {
    const der = Deno.readFileSync(`${real}/0a.der`);
    const verdict = judgeLotw({
      base: "OE1ABC",
      message: "m",
      certificates: [der],
      signature: new Uint8Array(256),
      authorities: loadAuthorities(pem(Deno.readFileSync(`${real}/b6dc0911164d9c51.der`))),
      now: START,
    });
    assert.deepEqual(verdict, { proved: false, reason: "no_callsign" });
  },
});

const root = await rsaKeys();
const production = await rsaKeys();
const person = await rsaKeys();
const stranger = await rsaKeys();

const rootDer = await issue({
  name: "Root",
  keys: root,
  signer: root,
  ca: true,
  from: START - 8 * YEAR,
  to: START + 2 * YEAR,
});
/** A production CA that is over today and was in force when it issued, as with the real ones of 2019. */
const productionTold: Issued = {
  name: "Production",
  keys: production,
  signer: root,
  ca: true,
  pathLength: 0,
  from: START - 5 * YEAR,
  to: START - YEAR,
};
const userTold: Issued = {
  calls: ["OE1ABC"],
  keys: person,
  signer: production,
  from: START - 2 * YEAR,
  to: START + YEAR,
};
const message = lotwMessage("club.example", "OE1ABC", "c".repeat(43));

async function proof(change: {
  user?: Partial<Issued>;
  production?: Partial<Issued>;
  rest?: Partial<LotwProof>;
  chain?: (user: Uint8Array, production: Uint8Array) => Uint8Array[];
} = {}): Promise<LotwProof> {
  const productionDer = await issue({ ...productionTold, ...change.production });
  const user = { ...userTold, ...change.user };
  const userDer = await issue(user);
  return {
    base: "OE1ABC",
    message,
    certificates: change.chain?.(userDer, productionDer) ?? [userDer, productionDer],
    signature: user.keys.privateKey.algorithm.name === "ECDSA"
      ? new Uint8Array(64)
      : await signText(user.keys, message),
    authorities: loadAuthorities(pem(rootDer)),
    now: START,
    ...change.rest,
  };
}

Deno.test("a chain of three proves the call, though its production CA is over by now", async () => {
  const verdict = judgeLotw(await proof());
  assert.ok(verdict.proved);
  assert.equal(verdict.call, "OE1ABC");
  assert.equal(verdict.expiresAt, START + YEAR);
  assert.match(verdict.fingerprint, /^[0-9a-f]{64}$/);
});

Deno.test("the order of the certificates does not matter", async () => {
  assert.ok(judgeLotw(await proof({ chain: (user, ca) => [ca, user] })).proved);
});

Deno.test("a production CA listed as an authority needs no root", async () => {
  const ca = await issue(productionTold);
  assert.ok(judgeLotw(await proof({ rest: { authorities: [readCertificate(ca)!] } })).proved);
});

Deno.test("without a stated issuer key the signature finds the issuer, not the name", async () => {
  const decoy = await issue({ ...productionTold, keys: stranger });
  const told = await proof({ user: { statedIssuer: null }, chain: (user, ca) => [user, decoy, ca] });
  assert.ok(judgeLotw(told).proved);
});

Deno.test("an extension that is unknown and not critical, as LoTW's own are, is passed over", async () => {
  assert.ok(judgeLotw(await proof({ user: { extra: [unknownExtension(false)] } })).proved);
});

const second = await rsaKeys();
const refusals: [string, string, () => Promise<LotwProof>][] = [
  ["no certificate at all", "no_certificate", () => proof({ rest: { certificates: [] } })],
  [
    "nine certificates",
    "too_many_certificates",
    () => proof({ rest: { certificates: Array(9).fill(rootDer) } }),
  ],
  [
    "bytes that are no certificate",
    "malformed_certificate",
    () => proof({ chain: (user) => [user, Uint8Array.of(48, 3, 2, 1, 1)] }),
  ],
  [
    "a certificate cut short",
    "malformed_certificate",
    () => proof({ chain: (user, ca) => [user.slice(0, -7), ca] }),
  ],
  ["a subject without a callsign", "no_callsign", () => proof({ user: { calls: [] } })],
  [
    "a subject with two callsigns",
    "several_callsigns",
    () => proof({ user: { calls: ["OE1ABC", "OE1XYZ"] } }),
  ],
  ["two users' certificates", "several_callsigns", () => proof({ chain: (user, ca) => [user, user, ca] })],
  ["another call", "wrong_callsign", () => proof({ user: { calls: ["OE1XYZ"] } })],
  ["a portable form of the call", "wrong_callsign", () => proof({ user: { calls: ["OE1ABC/5"] } })],
  ["a user certificate that is a CA", "certificate_is_ca", () => proof({ user: { ca: true } })],
  ["a certificate that is over", "certificate_expired", () => proof({ user: { to: START - 1 } })],
  ["a certificate not yet valid", "certificate_not_yet_valid", () => proof({ user: { from: START + 1 } })],
  ["an elliptic key", "unsupported_key", async () => proof({ user: { keys: await ecKeys() } })],
  ["a 768-bit key", "key_too_small", async () => proof({ user: { keys: await rsaKeys(768) } })],
  ["a SHA-1 signature under the certificate", "weak_signature", () => proof({ user: { hash: "SHA-1" } })],
  ["a SHA-1 signature under the CA", "weak_signature", () => proof({ production: { hash: "SHA-1" } })],
  [
    "an unknown critical extension",
    "unknown_extension",
    () => proof({ user: { extra: [unknownExtension(true)] } }),
  ],
  ["no issuer at hand", "unknown_issuer", () => proof({ chain: (user) => [user] })],
  ["a stranger's root", "unknown_issuer", async () =>
    proof({
      rest: {
        authorities: loadAuthorities(
          pem(
            await issue({ keys: stranger, signer: stranger, ca: true, from: START - YEAR, to: START + YEAR }),
          ),
        ),
      },
    })],
  ["an issuer that is no CA", "issuer_not_ca", () => proof({ production: { ca: false } })],
  [
    "an issuer that may not sign certificates",
    "issuer_not_ca",
    () => proof({ production: { usage: SIGNATURES_ONLY } }),
  ],
  ["a 1024-bit CA", "issuer_key_too_small", async () => {
    const small = await rsaKeys(1024);
    return proof({ production: { keys: small }, user: { signer: small } });
  }],
  [
    "a CA that was over when it issued",
    "issuer_not_valid_then",
    () => proof({ user: { from: START - YEAR + 1 } }),
  ],
  [
    "a CA that was not in force yet when it issued",
    "issuer_not_valid_then",
    () => proof({ user: { from: START - 6 * YEAR } }),
  ],
  [
    "a certificate signed by somebody else under the CA's key identifier",
    "bad_certificate_signature",
    () => proof({ user: { signer: stranger, statedIssuer: production } }),
  ],
  ["a user who issues certificates", "issuer_not_ca", async () => {
    const own = await issue({ ...userTold, calls: [], keys: stranger });
    return proof({ user: { signer: stranger }, chain: (user, ca) => [user, own, ca] });
  }],
  ["more CAs than the path length allows", "chain_too_long", async () => {
    const sub = await issue({ ...productionTold, keys: second, signer: production });
    return proof({ user: { signer: second }, chain: (user, ca) => [user, sub, ca] });
  }],
  [
    "a signature over another message",
    "bad_message_signature",
    () => proof({ rest: { message: message + "x" } }),
  ],
  [
    "a signature by another key",
    "bad_message_signature",
    async () => proof({ rest: { signature: await signText(stranger, message) } }),
  ],
  [
    "a signature cut short",
    "bad_message_signature",
    async () => proof({ rest: { signature: (await signText(person, message)).slice(1) } }),
  ],
  ["no signature", "bad_message_signature", () => proof({ rest: { signature: new Uint8Array() } })],
];

for (const [what, reason, make] of refusals) {
  Deno.test(`LoTW refuses ${what} as ${reason}`, async () => {
    assert.deepEqual(judgeLotw(await make()), { proved: false, reason });
  });
}

Deno.test("loadAuthorities() refuses a text without a CA and one with a broken block", async () => {
  const user = await issue(userTold);
  assert.throws(() => loadAuthorities(pem(user)), /no certificate of an authority/);
  assert.throws(() => loadAuthorities(pem(rootDer.slice(0, 40))), /Certificate 1 .* cannot be read/);
  assert.throws(() => loadAuthorities("nothing"), /no certificate of an authority/);
});
