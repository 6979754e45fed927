/** Whom the certificate names, how long it is good, and when a new one is made. */
import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { join } from "node:path";
import { newAuthority, renewLeaf } from "../../../src/tls/mod.ts";
import { isCurrent, leafOf, namesToServe, spanOf } from "../../../src/tls/leaf.ts";
import { AUTHORITY_FROM, AUTHORITY_TO, readAuthority } from "../../../src/tls/authority.ts";
import { isInRange, isOwnable, isPermitted, plainAddress } from "../../../src/tls/ranges.ts";
import { withFolder } from "../../kit/server.ts";
import { move, ownCertificate } from "../../kit/tls.ts";
import { START, testWorld } from "../../kit/world.ts";

const DAY = 86_400;

Deno.test("the authority speaks for private, link-local, shared and amateur networks, to their very edges", () => {
  const inside = [
    ["10.0.0.0", "10.255.255.255"],
    ["172.16.0.0", "172.31.255.255"],
    ["192.168.0.0", "192.168.255.255"],
    ["127.0.0.1", "127.255.255.255"],
    ["169.254.0.0", "169.254.255.255"],
    ["100.64.0.0", "100.127.255.255"],
    ["44.0.0.0", "44.127.255.255"],
    ["44.128.0.0", "44.191.255.255"],
    ["fc00::", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
    ["fe80::", "febf::1"],
    ["::1"],
  ].flat();
  const outside = [
    ...["9.255.255.255", "11.0.0.0", "172.15.255.255", "172.32.0.0", "192.167.255.255", "192.169.0.0"],
    ...["126.255.255.255", "128.0.0.0", "169.253.255.255", "169.255.0.0", "100.63.255.255", "100.128.0.0"],
    ...["43.255.255.255", "44.192.0.0", "45.0.0.0", "8.8.8.8", "fbff::1", "fe00::1", "fec0::1", "::2", "::"],
    ...["2001:db8::1", "club.local", ""],
  ];
  for (const address of inside) assert.equal(isInRange(address), true, address);
  for (const address of outside) assert.equal(isInRange(address), false, address);
});

Deno.test("a name is permitted as it stands and below, not beside", () => {
  const permitted = ["local", "localhost", "raspberrypi"];
  for (const name of ["club.local", "a.b.local", "local", "localhost", "raspberrypi"]) {
    assert.ok(isPermitted(name, permitted), name);
  }
  for (const name of ["notlocal", "local.example", "xraspberrypi", "bank.example", ""]) {
    assert.ok(!isPermitted(name, permitted), name);
  }
  assert.equal(plainAddress("::ffff:192.168.1.5"), "192.168.1.5");
  assert.equal(plainAddress("fe80::1%eth0"), "fe80::1");
});

Deno.test("an authority is given no bare name that is a top-level domain or may become one", () => {
  for (const name of ["app", "dev", "pi", "raspberrypi", "x", "com", "xn--p1ai", "xn--node-5"]) {
    assert.ok(!isOwnable(name), name);
  }
  for (const name of ["local", "localhost", "pi-4", "pi4", "4pi", "club.example", "club.local", "gw.app"]) {
    assert.ok(isOwnable(name), name);
  }
});

Deno.test("the leaf names the host as it is called and where it is, and nothing that others own", () => {
  const world = testWorld();
  move(world, ["192.168.1.5", "203.0.113.7", "fe80::1", "2001:db8::5", "44.143.1.2"], "Pi_One.club.example");
  assert.deepEqual(
    namesToServe(world.itself, "club.example", ["https://club.example", "https://10.1.2.3:8443"], [
      "local",
      "localhost",
      "club.example",
    ]),
    [
      "club-example.local",
      "pi-one.local",
      "localhost",
      "club.example",
      "192.168.1.5",
      "fe80::1",
      "44.143.1.2",
      "10.1.2.3",
    ],
  );
  assert.deepEqual(
    namesToServe(world.itself, "localhost", ["https://bank.example"], ["local", "localhost"]),
    [
      ...["pi-one.local", "localhost", "192.168.1.5", "fe80::1", "44.143.1.2"],
    ],
  );
});

Deno.test("a leaf is good for thirty days; while the clock is unset for a span that does not depend on it", () => {
  const now = spanOf(START);
  assert.deepEqual(now, { from: START - DAY, to: START + 29 * DAY });
  const unset = { from: AUTHORITY_FROM, to: AUTHORITY_FROM + 824 * DAY };
  assert.deepEqual(spanOf(0), unset);
  assert.deepEqual(spanOf(946_684_800), unset, "2000");
  assert.deepEqual(spanOf(AUTHORITY_FROM - 1), unset);
  assert.deepEqual(spanOf(AUTHORITY_FROM), { from: AUTHORITY_FROM, to: AUTHORITY_FROM + 30 * DAY });
  assert.deepEqual(spanOf(AUTHORITY_TO + 5), { from: AUTHORITY_TO - 30 * DAY, to: AUTHORITY_TO });
});

Deno.test("a new leaf is due when names or clock change, and ten days before its end", () => {
  const names = ["a.local", "10.0.0.1"];
  const made = (at: number) => ({ cert: "", key: "", names: [...names].sort(), ...spanOf(at) });
  const leaf = made(START);
  assert.ok(isCurrent(leaf, names, START));
  assert.ok(isCurrent(leaf, [...names].reverse(), START));
  assert.ok(!isCurrent(leaf, ["a.local"], START));
  assert.ok(!isCurrent(leaf, [...names, "10.0.0.2"], START));
  assert.ok(isCurrent(leaf, names, START + 20 * DAY), "nine days are left");
  assert.ok(!isCurrent(leaf, names, START + 20 * DAY + 1));
  assert.ok(isCurrent(leaf, names, START - DAY / 2), "clocks are set by a little");
  assert.ok(!isCurrent(leaf, names, START - DAY / 2 - 1), "it was made in the future");
  assert.ok(!isCurrent(leaf, names, 0));
  assert.ok(isCurrent(made(0), names, 0));
  assert.ok(isCurrent(made(0), names, 1000), "an unset clock may go on");
  assert.ok(!isCurrent(made(0), names, START));
  assert.ok(!isCurrent(made(START + 5 * 365 * DAY), names, START), "five years ahead");
});

Deno.test("authority and leaf outlast a restart, keys for their owner alone; a change makes a new leaf", () =>
  withFolder(async (folder) => {
    const world = testWorld();
    move(world, ["127.0.0.1", "192.168.1.5"], "pi-4");
    const first = await ownCertificate(folder, world);
    for (const name of ["authority.key", "leaf.key"]) {
      assert.equal(Deno.statSync(join(folder, "tls", name)).mode! & 0o777, 0o600, name);
    }
    const ca = new X509Certificate(first.authority.cert);
    assert.equal(ca.ca, true);
    assert.equal(Date.parse(ca.validFrom), Date.UTC(2026, 0, 1));
    assert.equal(Date.parse(ca.validTo), Date.UTC(2036, 0, 1));
    assert.deepEqual([...first.authority.names], ["local", "localhost", "pi-4"]);
    assert.ok(new X509Certificate(first.leaf.cert).verify(ca.publicKey));
    assert.deepEqual(first.leaf.names, [
      ...["127.0.0.1", "192.168.1.5", "club-example.local", "localhost", "pi-4", "pi-4.local"],
    ]);

    const second = await ownCertificate(folder, world);
    assert.equal(second.authority.cert, first.authority.cert);
    assert.equal(second.leaf.cert, first.leaf.cert, "nothing has changed");
    assert.equal(await second.refresh(), false);

    move(world, ["127.0.0.1", "10.0.0.9"]);
    assert.equal(second.namesAddress("10.0.0.9"), false);
    assert.equal(await second.refresh(), true);
    assert.equal(second.namesAddress("::ffff:10.0.0.9"), true);
    assert.equal(second.namesAddress("192.168.1.5"), false);
    world.pass(21 * DAY);
    assert.equal(await second.refresh(), true, "it ends in nine days");

    // The host's new name is none that the authority may speak for; its .local one is.
    move(world, ["127.0.0.1"], "newname");
    await second.refresh();
    assert.deepEqual(second.leaf.names, ["127.0.0.1", "club-example.local", "localhost", "newname.local"]);
  }));

Deno.test("a leaf that is cut off or another's is made anew; an authority without its key is said, never replaced", () =>
  withFolder(async (folder) => {
    const world = testWorld();
    move(world, ["127.0.0.1"], "pi");
    const { leaf, authority } = await ownCertificate(folder, world);
    Deno.writeTextFileSync(join(folder, "tls/leaf.pem"), leaf.cert.slice(0, 200));
    const again = await ownCertificate(folder, world);
    assert.notEqual(again.leaf.cert, leaf.cert);
    Deno.writeTextFileSync(join(folder, "tls/leaf.key"), authority.key);
    assert.notEqual((await ownCertificate(folder, world)).leaf.cert, again.leaf.cert);

    Deno.writeTextFileSync(join(folder, "tls/authority.key"), leaf.key);
    await assert.rejects(
      ownCertificate(folder, world),
      /authority\.key cannot be read \(it is the key of another/,
    );
    Deno.removeSync(join(folder, "tls/authority.key"));
    await assert.rejects(ownCertificate(folder, world), /main\.ts tls renew --authority/);
    assert.equal(
      Deno.readTextFileSync(join(folder, "tls/authority.pem")),
      authority.cert,
      "it is left as it was",
    );
  }));

Deno.test("a leaf that a command made beside a running server is served from the next look on", () =>
  withFolder(async (folder) => {
    const world = testWorld();
    move(world, ["127.0.0.1"], "pi");
    const running = await ownCertificate(folder, world);
    const before = running.leaf;
    const made = await renewLeaf({ dataDir: folder, world, instance: "club.example", origins: [] });
    assert.notEqual(made.cert, before.cert);
    assert.equal(running.leaf.cert, before.cert);
    assert.equal(await running.refresh(), true);
    assert.equal(running.leaf.cert, made.cert);
    assert.equal(running.leaf.key, made.key);
    assert.equal(await running.refresh(), false, "it stays");
  }));

Deno.test("what a command puts in place beside a running server is taken over", () =>
  withFolder(async (folder) => {
    const world = testWorld();
    move(world, ["127.0.0.1"], "pi");
    const running = await ownCertificate(folder, world);
    const before = running.leaf;
    await newAuthority({
      dataDir: folder,
      world,
      instance: "club.example",
      origins: ["https://club.example"],
    });
    assert.equal(await running.refresh(), true);
    assert.notEqual(running.leaf.cert, before.cert);
    assert.deepEqual([...running.authority.names], ["local", "localhost", "club.example"]);
    assert.ok(
      new X509Certificate(running.leaf.cert).verify(
        new X509Certificate(readAuthority(folder)!.cert).publicKey,
      ),
    );
    assert.equal(leafOf(running.leaf).from, START - DAY);
  }));
