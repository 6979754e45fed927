/** A certificate of one's own over a host that tests make up, and a door that serves it. */
import assert from "node:assert/strict";
import type { HostAddress } from "../../src/base/mod.ts";
import { networkOf } from "../../src/http/mod.ts";
import { Door, OwnCertificate, Reach } from "../../src/tls/mod.ts";
import { type TestApp, testApp } from "./app.ts";
import { withFolder } from "./server.ts";
import { type TestWorld, testWorld } from "./world.ts";

/** An address of the made-up host. */
export const at = (address: string, link = "eth0"): HostAddress => ({
  link,
  family: address.includes(":") ? 6 : 4,
  address,
  prefix: address.includes(":") ? 64 : 24,
});

/** Makes the host be called so, and be there. */
export function move(world: TestWorld, addresses: readonly string[], name = world.itself.name): void {
  world.itself.name = name;
  world.itself.addresses = addresses.map((address) => at(address));
}

/** The certificate of a folder. */
export const ownCertificate = (
  dataDir: string,
  world: TestWorld,
  instance = "club.example",
  origins: readonly string[] = [],
): Promise<OwnCertificate> => OwnCertificate.open({ dataDir, world, instance, origins });

/** As the page tells people to: the authority goes into the certificates of this user. */
export async function trust(home: string, authority: string): Promise<void> {
  await Deno.mkdir(`${home}/.pki/nssdb`, { recursive: true });
  const database = `sql:${home}/.pki/nssdb`;
  for (
    const args of [
      ["-d", database, "-N", "--empty-password"],
      ["-d", database, "-A", "-t", "C,,", "-n", "service-gateway", "-i", authority],
    ]
  ) {
    const { success, stderr } = await new Deno.Command("certutil", { args, stderr: "piped" }).output();
    assert.ok(success, new TextDecoder().decode(stderr));
  }
}

/** The address and the name of that host. */
export const LAN = "192.168.77.1";
export const NAME = "club-example.local";

interface Home {
  app: TestApp;
  http: number;
  https: number;
  authority: string;
}

/** The program over http and https on loopback, as a host at `LAN` that is called `pi`. */
export async function withHome(use: (home: Home) => Promise<void>): Promise<void> {
  await withFolder(async (dataDir) => {
    const world = testWorld("seed", Math.floor(Date.now() / 1000));
    move(world, ["127.0.0.1", LAN], "pi");
    const own = await ownCertificate(dataDir, world);
    const reach = new Reach({ mode: "own", world, bound: "0.0.0.0", instance: "club.example", origins: [] });
    using app = testApp({ INSTANCE_ID: "club.example", TLS: "own" }, { world, dataDir, reach });
    const door = new Door({
      ...{ hostname: "127.0.0.1", port: 0, world },
      pair: () => own.leaf,
      names: (address) => own.namesAddress(address),
      handler: (request, came) => app.handler(request, came),
      networkOf,
    });
    const http = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen: () => {} },
      (request, { remoteAddr: { hostname } }) => app.handler(request, { remoteAddr: { hostname } }),
    );
    reach.http = http.addr.port;
    reach.https = door.port;
    try {
      await use({ app, http: http.addr.port, https: door.port, authority: `${dataDir}/tls/authority.pem` });
    } finally {
      await Promise.all([http.shutdown(), door.close()]);
    }
  });
}
