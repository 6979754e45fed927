/** A certificate of one's own over a host that tests make up, and a door that serves it. */
import assert from "node:assert/strict";
import type { HostAddress } from "../../src/base/mod.ts";
import { OwnCertificate } from "../../src/tls/mod.ts";
import type { TestWorld } from "./world.ts";

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
