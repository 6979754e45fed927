import assert from "node:assert/strict";
import {
  answeredChallenge,
  checkLogin,
  checkRegistration,
  loginOptions,
  LoginResponse,
  registrationOptions,
  RegistrationResponse,
} from "../../../src/accounts/passkeys/ceremonies.ts";
import { fromBase64Url, toBase64Url, utf8 } from "../../../src/base/mod.ts";
import { Authenticator } from "../../kit/authenticator.ts";
import { loginLies, registrationLies } from "../../kit/passkey_lies.ts";

const ORIGIN = "http://localhost:8787";
const party = { id: "localhost", name: "Club", origins: [ORIGIN, "https://club.example"] };
const random = (fill: number) => new Uint8Array(32).fill(fill);
const handle = toBase64Url(random(1));

async function registered(
  device = new Authenticator(ORIGIN),
  how: Parameters<Authenticator["register"]>[1] = {},
) {
  const options = await registrationOptions(party, {
    handle,
    call: "OE1ABC",
    challenge: random(2),
    known: [],
  });
  const outcome = await checkRegistration(
    party,
    RegistrationResponse.parse(device.register(options, how)),
    options.challenge,
  );
  assert.ok(outcome.ok);
  return { device, stored: { ...outcome.value, account: 1, handle, counter: 5 } };
}

Deno.test("a key is made and signs in, and its counter comes back", async () => {
  const { device, stored } = await registered();
  assert.equal(stored.id, device.id);
  assert.deepEqual(stored.transports, ["internal", "hybrid"]);
  const options = await loginOptions(party, { challenge: random(3), known: [stored] });
  assert.equal(options.allowCredentials?.[0]?.id, device.id);
  const response = LoginResponse.parse(device.login(options, { counter: 6 }));
  assert.equal(answeredChallenge(response), toBase64Url(random(3)));
  assert.deepEqual(await checkLogin(party, response, options.challenge, stored), {
    ok: true,
    value: { counter: 6, userVerified: true },
  });
});

Deno.test("a key without a user handle or a PIN signs in, and so does one at a related origin", async () => {
  const { device, stored } = await registered(new Authenticator(ORIGIN), { verified: false });
  const options = await loginOptions(party, { challenge: random(3), known: [stored] });
  for (const how of [{ userHandle: null }, { verified: false }, { origin: "https://club.example" }]) {
    const response = LoginResponse.parse(device.login(options, { ...how, counter: 9 }));
    assert.ok((await checkLogin(party, response, options.challenge, stored)).ok);
  }
});

Deno.test("the options name the account, its known keys and the relying party", async () => {
  const { stored } = await registered();
  const options = await registrationOptions(party, {
    handle,
    call: "OE1ABC",
    challenge: random(4),
    known: [stored],
  });
  assert.deepEqual(options.rp, { id: "localhost", name: "Club" });
  assert.deepEqual(fromBase64Url(options.user.id), random(1));
  assert.equal(options.user.name, "OE1ABC");
  assert.equal(options.excludeCredentials?.[0]?.id, stored.id);
  assert.equal(options.attestation, "none");
  assert.equal(options.timeout, 300_000);
  assert.equal((await loginOptions(party, { challenge: random(4), known: [] })).timeout, 300_000);
});

Deno.test("client data that is no UTF-8, no JSON or no object answers no challenge", () => {
  const answered = (data: Uint8Array<ArrayBuffer> | string) =>
    answeredChallenge({ response: { clientDataJSON: typeof data === "string" ? data : toBase64Url(data) } });
  const told = utf8('{"challenge":"abc"}'), broken = utf8('{"challenge":"a?c"}');
  broken[broken.indexOf(63)] = 0xff;
  assert.equal(answered(told), "abc");
  for (const bad of [broken, utf8("null"), utf8("3"), utf8('{"challenge":3}'), utf8("{"), "%", "a"]) {
    assert.equal(answered(bad), undefined);
  }
});

for (const [what, lies] of Object.entries(registrationLies(ORIGIN))) {
  Deno.test(`checkRegistration() refuses ${what}`, async () => {
    const device = new Authenticator(ORIGIN);
    const options = await registrationOptions(party, {
      handle,
      call: "OE1ABC",
      challenge: random(2),
      known: [],
    });
    const response = RegistrationResponse.parse(device.register(options, lies));
    assert.equal((await checkRegistration(party, response, options.challenge)).ok, false);
  });
}

for (const [what, lies] of Object.entries(loginLies(ORIGIN))) {
  Deno.test(`checkLogin() refuses ${what}`, async () => {
    const { device, stored } = await registered();
    const options = await loginOptions(party, { challenge: random(3), known: [stored] });
    device.counter = 5;
    const response = LoginResponse.parse(device.login(options, lies));
    assert.equal((await checkLogin(party, response, options.challenge, stored)).ok, false);
  });
}

/** Longest values that a browser's answer may have, and one member more. */
const base = { id: "a", rawId: "a", type: "public-key" };
const registration = { clientDataJSON: "a", attestationObject: "a" };
const login = { clientDataJSON: "a", authenticatorData: "a", signature: "a" };
const fits = (schema: typeof RegistrationResponse | typeof LoginResponse, value: unknown) =>
  schema.safeParse(value).success;
const LENGTHS: [string, number, (text: string) => Record<string, unknown>][] = [
  ["id", 1_400, (id) => ({ ...base, id, response: registration })],
  ["rawId", 1_400, (rawId) => ({ ...base, rawId, response: registration })],
  [
    "attestationObject",
    16_384,
    (text) => ({ ...base, response: { ...registration, attestationObject: text } }),
  ],
  ["clientDataJSON", 16_384, (text) => ({ ...base, response: { ...registration, clientDataJSON: text } })],
  ["authenticatorAttachment", 40, (text) => ({
    ...base,
    authenticatorAttachment: text,
    response: registration,
  })],
  ["transports", 40, (text) => ({ ...base, response: { ...registration, transports: [text] } })],
];
for (const [field, most, make] of LENGTHS) {
  Deno.test(`a registration's ${field} has at most ${most} characters`, () => {
    assert.ok(fits(RegistrationResponse, make("a".repeat(most))));
    assert.ok(!fits(RegistrationResponse, make("a".repeat(most + 1))));
  });
}
for (const field of ["clientDataJSON", "authenticatorData", "signature", "userHandle"]) {
  Deno.test(`a sign-in's ${field} has at most 16384 characters of base64url`, () => {
    const make = (text: string) => ({ ...base, response: { ...login, [field]: text } });
    assert.ok(fits(LoginResponse, make("a".repeat(16_384))));
    assert.ok(!fits(LoginResponse, make("a".repeat(16_385))));
    for (const wrong of ["a b", "a=", "ä", "a+", "a/"]) assert.ok(!fits(LoginResponse, make(wrong)), wrong);
  });
}
Deno.test("a registration names at most ten transports, and an id is never empty", () => {
  const transports = (count: number) => ({
    ...base,
    response: { ...registration, transports: Array(count).fill("usb") },
  });
  assert.ok(fits(RegistrationResponse, transports(10)));
  assert.ok(!fits(RegistrationResponse, transports(11)));
  for (const member of ["id", "rawId"]) {
    assert.ok(!fits(RegistrationResponse, { ...base, [member]: "", response: registration }), member);
    assert.ok(!fits(LoginResponse, { ...base, [member]: "", response: login }), member);
  }
  assert.ok(!fits(LoginResponse, { ...base, type: "password", response: login }));
});
