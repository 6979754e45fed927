/** Which ways into the gateway a callsign and a browser leave. */
import assert from "node:assert/strict";
import {
  type CallKnown,
  passkeysHere,
  returnAddress,
  standingOf,
  waysIn,
} from "../../src/client/account/sign_in/ways_in.ts";

const FREE: CallKnown = {
  callsign: "OE1ABC",
  exists: false,
  hasPasskey: false,
  claimable: false,
  operatorCall: false,
};
const ALL = { passkeys: true, mail: true, links: true };

Deno.test("who holds a call decides what the page asks", () => {
  assert.equal(standingOf(FREE), "new");
  assert.equal(standingOf({ ...FREE, exists: true, hasPasskey: true, reason: "held" }), "passkey");
  assert.equal(standingOf({ ...FREE, exists: true, reason: "held_unverified" }), "no_passkey");
  assert.equal(standingOf({ ...FREE, operatorCall: true, reason: "operator_call" }), "operator");
  assert.equal(standingOf({ ...FREE, reason: "reserved" }), "reserved");
  assert.equal(standingOf({ ...FREE, reason: "suspended" }), "closed");
  assert.equal(standingOf({ ...FREE, reason: "invalid" }), "invalid");
});

Deno.test("ways in are offered best first, and none that does not work", () => {
  assert.deepEqual(waysIn(FREE, ALL), ["new_passkey", "mail", "link"]);
  const held = { ...FREE, exists: true, hasPasskey: true, reason: "held" };
  assert.deepEqual(waysIn(held, ALL), ["passkey", "mail", "link"]);
  assert.deepEqual(waysIn(held, { ...ALL, passkeys: false }), ["mail", "link"]);
  const lost = { ...FREE, exists: true, claimable: true, reason: "held_unverified" };
  assert.deepEqual(waysIn(lost, { ...ALL, mail: false }), ["link", "claim"]);
  assert.deepEqual(waysIn(FREE, { passkeys: false, mail: false, links: false }), []);
  const operator = { ...FREE, operatorCall: true, reason: "operator_call" };
  assert.deepEqual(waysIn(operator, { ...ALL, links: false }), ["link"]);
  // An operator who has signed in before has their own link wherever others have none.
  const known = { ...held, operatorCall: true };
  assert.deepEqual(waysIn(known, { passkeys: true, mail: false, links: false }), ["passkey", "link"]);
  for (const reason of ["reserved", "suspended", "invalid"]) {
    assert.deepEqual(waysIn({ ...FREE, reason, claimable: true }, ALL), [], reason);
  }
});

Deno.test("a browser has passkeys on https and localhost, under a name, if it knows them", () => {
  const good = { secure: true, hostname: "club.local", known: true };
  assert.equal(passkeysHere(good), "yes");
  assert.equal(passkeysHere({ ...good, secure: false }), "plain_http");
  assert.equal(passkeysHere({ ...good, known: false }), "old");
  for (const hostname of ["192.168.1.5", "[fe80::1]"]) {
    assert.equal(passkeysHere({ ...good, hostname }), "numbers");
  }
});

Deno.test("after signing in one comes back to an address of this site, and to no other", () => {
  const origin = "https://club.example";
  assert.equal(returnAddress("/c/GW7K2/log", origin), "/c/GW7K2/log");
  assert.equal(returnAddress("/me/verify?call=OE1ABC", origin), "/me/verify?call=OE1ABC");
  for (
    const bad of [
      null,
      "",
      "https://evil.example/",
      "//evil.example/",
      "/\\evil.example/",
      "javascript:alert(1)",
      "me",
      "/sign-in",
      "/sign-in?to=/sign-in",
    ]
  ) {
    assert.equal(returnAddress(bad, origin), "/", String(bad));
  }
});
