/** On which networks a host takes part, who sits on them, and how much of a storm is looked at. */
import assert from "node:assert/strict";
import type { HostAddress } from "../../src/base/mod.ts";
import { Budget, Intake } from "../../src/mdns/budget.ts";
import { linkOf, linksOf, listeningOn } from "../../src/mdns/links.ts";

const at = (link: string, address: string, prefix = 24): HostAddress => ({
  link,
  address,
  family: address.includes(":") ? 6 : 4,
  prefix,
});

Deno.test("links are the interfaces with IPv4 addresses that others reach, sixteen at most with eight addresses each", () => {
  const links = linksOf({
    name: "pi",
    addresses: [
      at("lo", "127.0.0.1", 8),
      at("eth0", "192.168.1.7"),
      at("eth0", "fe80::1"),
      at("docker0", "172.17.0.1", 16),
      at("eth0", "10.0.0.7", 8),
      at("wlan0", "192.168.2.7"),
    ],
  });
  assert.deepEqual(links.map(({ name, addresses }) => [name, ...addresses.map((one) => one.address)]), [
    ["eth0", "192.168.1.7", "10.0.0.7"],
    ["wlan0", "192.168.2.7"],
  ]);
  const many = linksOf({
    name: "router",
    addresses: Array.from({ length: 400 }, (_, n) => at(`eth${n % 20}`, `10.${n}.0.1`)),
  });
  assert.deepEqual([many.length, ...new Set(many.map(({ addresses }) => addresses.length))], [16, 8]);
});

Deno.test("a sender sits on the link whose network its address is of; who comes from afar sits on none", () => {
  const links = linksOf({
    name: "pi",
    addresses: [at("eth0", "192.168.1.7"), at("wlan0", "10.1.2.3", 20), at("ptp0", "10.9.9.9", 32)],
  });
  const name = (sender: string) => linkOf(links, sender)?.name;
  assert.deepEqual(
    [
      "192.168.1.7",
      "192.168.1.254",
      "192.168.2.1",
      "10.1.15.255",
      "10.1.16.0",
      "10.9.9.9",
      "10.9.9.8",
      "8.8.8.8",
    ]
      .map(name),
    ["eth0", "eth0", undefined, "wlan0", undefined, "ptp0", undefined, undefined],
  );
  assert.equal(
    linkOf(linksOf({ name: "", addresses: [at("tun0", "1.2.3.4", 0)] }), "200.1.1.1")?.name,
    "tun0",
  );
});

Deno.test("only addresses are announced at which the server listens", () => {
  const links = linksOf({ name: "pi", addresses: [at("eth0", "192.168.1.7"), at("wlan0", "10.1.2.3")] });
  const names = (bound: string) => listeningOn(links, bound).map(({ name }) => name);
  assert.deepEqual(["0.0.0.0", "::", "10.1.2.3", "127.0.0.1"].map(names), [
    ["eth0", "wlan0"],
    ["eth0", "wlan0"],
    ["wlan0"],
    [],
  ]);
});

Deno.test("a budget gives a burst, then so many a second, never more than a burst saved up", () => {
  const budget = new Budget(3, 2);
  const taken = (now: number) => Array.from({ length: 6 }, () => budget.take(now)).filter(Boolean).length;
  assert.deepEqual([0, 499, 500, 1500, 100_000].map(taken), [3, 0, 1, 2, 3]);
});

Deno.test("one loud sender takes its own share of what is looked at, all together no more than theirs", () => {
  const intake = new Intake();
  const taken = (sender: string, asks: number) =>
    Array.from({ length: asks }, () => intake.take(sender, 0)).filter(Boolean).length;
  assert.equal(taken("10.0.0.66", 1000), 60);
  assert.equal(taken("10.0.0.2", 10), 10, "the others are heard");
  let all = 0;
  for (let n = 0; n < 1000; n++) all += taken(`10.1.${n >> 8}.${n & 255}`, 60);
  assert.equal(all, 400 - 70);
});
