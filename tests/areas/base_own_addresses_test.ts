/** Under which names and addresses a host says that it is reached. */
import assert from "node:assert/strict";
import {
  bareName,
  type Host,
  type HostAddress,
  instanceLabel,
  ownAddresses,
  ownNames,
} from "../../src/base/mod.ts";

const at = (link: string, address: string): HostAddress => ({
  link,
  address,
  family: address.includes(":") ? 6 : 4,
  prefix: address.includes(":") ? 64 : 24,
});
const PI: Host = {
  name: "RaspberryPi.lan",
  addresses: [
    at("lo", "127.0.0.1"),
    at("lo", "::1"),
    at("eth0", "fe80::1"),
    at("eth0", "fd00::7"),
    at("usb0", "169.254.3.4"),
    at("eth0", "192.168.1.7"),
    at("docker0", "172.17.0.1"),
  ],
};
const listening = { bound: "0.0.0.0", origins: [], local: [] };
const urls = (host: Host, over: Partial<Parameters<typeof ownAddresses>[1]>) =>
  ownAddresses(host, { ...listening, ...over }).map(({ url, by }) => `${by} ${url}`);

Deno.test("`instanceLabel()` writes dots as hyphens, within the 63 characters of a label; localhost has none", () => {
  assert.equal(instanceLabel("oe1xyz.ampr.org"), "oe1xyz-ampr-org");
  assert.equal(instanceLabel("xn--caf-dma.example"), "xn--caf-dma-example");
  assert.equal(instanceLabel("localhost"), undefined);
  assert.equal(instanceLabel(`${"a".repeat(63)}.example`), "a".repeat(63));
  assert.equal(instanceLabel(`${"a".repeat(62)}.example`), "a".repeat(62));
});

Deno.test("`bareName()` takes the first label of the host's name, as far as it can stand in a name", () => {
  const bare = (name: string) => bareName({ name, addresses: [] });
  assert.equal(bare("RaspberryPi.lan"), "raspberrypi");
  assert.equal(bare("-club_house-"), "club-house");
  for (const none of ["", "localhost", "localhost.localdomain", "__"]) assert.equal(bare(none), undefined);
});

Deno.test("`ownNames()` names every address once, and each local name once", () => {
  const twice = { ...PI, addresses: [...PI.addresses, at("wlan0", "192.168.1.7")] };
  assert.deepEqual(ownNames(twice, "club.example"), {
    bare: "raspberrypi",
    local: ["club-example.local", "raspberrypi.local"],
    addresses: ["127.0.0.1", "::1", "fe80::1", "fd00::7", "169.254.3.4", "192.168.1.7", "172.17.0.1"],
  });
  assert.deepEqual(ownNames(PI, "raspberrypi").local, ["raspberrypi.local"]);
  assert.deepEqual(ownNames({ name: "localhost", addresses: [] }, "localhost").local, []);
});

Deno.test("`ownAddresses()` tells what people can type, the best first: what the operator set, names, addresses, this host", () => {
  const local = ["club-example.local"];
  assert.deepEqual(
    urls(PI, { http: 8787, https: 8443, origins: ["https://club.example"], local, bound: "::" }),
    [
      "operator https://club.example",
      "mdns https://club-example.local:8443",
      "system https://192.168.1.7:8443",
      "system https://169.254.3.4:8443",
      "system https://[fd00::7]:8443",
      "mdns http://club-example.local:8787",
      "system http://192.168.1.7:8787",
      "system http://169.254.3.4:8787",
      "system http://[fd00::7]:8787",
      "here https://localhost:8443",
      "here http://localhost:8787",
    ],
  );
});

Deno.test("what does not listen there is not told: one address alone, IPv4 alone, loopback alone", () => {
  assert.deepEqual(urls(PI, { http: 80 }), [
    "system http://192.168.1.7",
    "system http://169.254.3.4",
    "here http://localhost",
  ]);
  assert.deepEqual(urls(PI, { http: 8787, bound: "192.168.1.7", local: ["pi.local"] }), [
    "mdns http://pi.local:8787",
    "system http://192.168.1.7:8787",
  ]);
  for (const bound of ["127.0.0.1", "localhost", "::1"]) {
    assert.deepEqual(urls(PI, { http: 8787, bound, local: ["pi.local"] }), ["here http://localhost:8787"]);
  }
  assert.deepEqual(
    urls(PI, { bound: "10.0.0.9", http: 8787 }),
    [],
    "an address that this host does not have now",
  );
});
