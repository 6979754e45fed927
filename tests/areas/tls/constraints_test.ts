/** The authority's constraints as others read them: the library of certificates, and OpenSSL. */
import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { join } from "node:path";
import { AsnConvert } from "@peculiar/asn1-schema";
import { Certificate, NameConstraints } from "@peculiar/asn1-x509";
import { newAuthority, type OwnParts } from "../../../src/tls/mod.ts";
import {
  constraintsIn,
  constraintsOf,
  NAME_CONSTRAINTS,
  permittedNames,
} from "../../../src/tls/constraints.ts";
import { issueLeaf } from "../../../src/tls/issue.ts";
import { spanOf } from "../../../src/tls/leaf.ts";
import { RANGES } from "../../../src/tls/ranges.ts";
import { has } from "../../kit/peers.ts";
import { withFolder } from "../../kit/server.ts";
import { move } from "../../kit/tls.ts";
import { START, testWorld } from "../../kit/world.ts";

Deno.test("constraints are read back whatever their length is written with", () => {
  const lengths = new Set<number>();
  for (let count = 1; count <= 60; count++) {
    for (const length of [1, 100, 119, 120, 125, 126, 127, 128, 200, 250, 251, 252, 253]) {
      if (count > 6 && length > 1) continue;
      const names = Array.from({ length: count }, (_, n) => `${n}${"x".repeat(length)}`.slice(0, length));
      const value = constraintsOf(names);
      assert.deepEqual(permittedNames(value), names);
      const { permittedSubtrees } = AsnConvert.parse(value, NameConstraints);
      assert.deepEqual([...permittedSubtrees!].flatMap(({ base }) => base.dNSName ?? []), names);
      lengths.add(value[1]!);
    }
  }
  assert.ok(lengths.has(0x81) && lengths.has(0x82), "lengths of one byte more and of two");
});

Deno.test("a certificate's constraints are found where the library finds them, and nowhere else", () =>
  withFolder(async (folder) => {
    const world = testWorld();
    move(world, ["127.0.0.1"], "pi");
    const parts: OwnParts = { dataDir: folder, world, instance: "club.example", origins: [] };
    const { der, cert } = await newAuthority(parts), authority = await newAuthority(parts);
    const { extensions } = AsnConvert.parse(der, Certificate).tbsCertificate;
    const [own] = extensions!.filter(({ extnID }) => extnID === NAME_CONSTRAINTS);
    assert.deepEqual(constraintsIn(der), new Uint8Array(own!.extnValue.buffer));
    assert.match(cert, /BEGIN CERTIFICATE/);
    const leaf = await issueLeaf(authority, { names: ["pi.local"], ...spanOf(START) }, world);
    assert.equal(constraintsIn(new X509Certificate(leaf.cert).raw), undefined);
    assert.equal(constraintsIn(new Uint8Array(0)), undefined);
    for (let length = 0; length < der.length; length += 7) constraintsIn(der.subarray(0, length));
  }));

Deno.test("the constraints permit each range as it is written, of both families", () => {
  const { permittedSubtrees } = AsnConvert.parse(constraintsOf(["local"]), NameConstraints);
  assert.deepEqual([...permittedSubtrees!].flatMap(({ base }) => base.iPAddress ?? []), [...RANGES]);
});

/** What `openssl verify` says of a leaf with these names. */
async function judged(folder: string, parts: OwnParts, names: string[]): Promise<string> {
  const authority = await newAuthority(parts);
  const leaf = await issueLeaf(authority, { names, ...spanOf(START) }, parts.world);
  const [ca, file] = [join(folder, "ca.pem"), join(folder, "leaf.pem")];
  await Deno.writeTextFile(ca, authority.cert);
  await Deno.writeTextFile(file, leaf.cert);
  const { stdout, stderr } = await new Deno.Command("openssl", {
    args: ["verify", "-no-CApath", "-no-CAstore", "-attime", String(START), "-CAfile", ca, file],
  }).output();
  return new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
}

Deno.test("OpenSSL: an authority speaks for no name below a bare one, and for a long one", () =>
  withFolder(async (folder) => {
    if (!has("openssl")) return;
    const world = testWorld();
    const parts = (host: string, ...origins: string[]) => {
      move(world, ["127.0.0.1"], host);
      return { dataDir: folder, world, instance: "club.example", origins };
    };
    const refuses = async (own: OwnParts, name: string) =>
      assert.match(await judged(folder, own, [name]), /permitted subtree violation/, name);
    const takes = async (own: OwnParts, ...names: string[]) =>
      assert.match(await judged(folder, own, names), /leaf\.pem: OK/, names.join());
    for (const host of ["app", "dev", "pi"]) {
      await refuses(parts(host), `bank.${host}`);
      await refuses(parts(host), host);
      await takes(parts(host), `${host}.local`, "localhost", "127.0.0.1");
    }
    await refuses(parts("pi", "https://app:8443"), "bank.app");
    await refuses(parts("pi-4"), "bank.example");
    await takes(parts("pi-4"), "pi-4", "pi-4.local");
    const long = `${"club.".repeat(40)}example`;
    await takes(parts("pi-4", `https://${long}`), long);
    await refuses(parts("pi-4", `https://${long}`), `x${long}`);
  }));
