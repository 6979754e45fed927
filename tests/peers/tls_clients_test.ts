/** The certificate before OpenSSL's and GnuTLS's clients: accepted where it speaks, refused for what others own. */
import assert from "node:assert/strict";
import { networkOf } from "../../src/http/mod.ts";
import { Door, readAuthority } from "../../src/tls/mod.ts";
import { issueLeaf } from "../../src/tls/issue.ts";
import { has } from "../kit/peers.ts";
import { withFolder } from "../kit/server.ts";
import { move, ownCertificate } from "../kit/tls.ts";
import { testWorld } from "../kit/world.ts";

/** Runs a client without input to its end. */
async function says(program: string, ...args: string[]): Promise<{ ok: boolean; text: string }> {
  const { success, stdout, stderr } = await new Deno.Command(program, {
    args,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).output();
  return { ok: success, text: new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr) };
}

Deno.test("OpenSSL and GnuTLS accept the chain, and refuse what the same authority signed for a public name", async () => {
  if (!has("openssl", "gnutls-cli")) return;
  await withFolder(async (folder) => {
    const world = testWorld("seed", Math.floor(Date.now() / 1000));
    move(world, ["127.0.0.1"], "pi");
    const own = await ownCertificate(folder, world);
    const authority = readAuthority(folder)!;
    let pair: { cert: string; key: string } = own.leaf;
    const door = new Door({
      hostname: "127.0.0.1",
      port: 0,
      world,
      pair: () => pair,
      names: () => true,
      handler: () => new Response("hello"),
      networkOf,
    });
    const file = `${folder}/tls/authority.pem`;
    const openssl = async (name: string) => {
      const named = /^[\d.]+$/.test(name)
        ? ["-verify_ip", name]
        : ["-servername", name, "-verify_hostname", name];
      const to = ["s_client", "-connect", `127.0.0.1:${door.port}`, "-CAfile", file, "-verify_return_error"];
      return await says("openssl", ...to, ...named);
    };
    const gnutls = (name: string) => {
      const to = ["--x509cafile", file, "--port", String(door.port), "--verify-hostname", name];
      return says("gnutls-cli", ...to, "--sni-hostname", name, "127.0.0.1");
    };
    try {
      for (const name of ["club-example.local", "pi.local", "localhost", "127.0.0.1"]) {
        const [one, other] = [await openssl(name), await gnutls(name)];
        assert.match(one.text, /Verify return code: 0 \(ok\)/, `OpenSSL, ${name}: ${one.text}`);
        assert.match(other.text, /The certificate is trusted/, `GnuTLS, ${name}: ${other.text}`);
      }
      for (const name of ["other.local", "127.0.0.2"]) {
        assert.doesNotMatch((await openssl(name)).text, /Verify return code: 0/, name);
        assert.doesNotMatch((await gnutls(name)).text, /The certificate is trusted/, name);
      }
      const span = { from: world.now() - 60, to: world.now() + 3600 };
      for (const name of ["bank.example", "local.example", "pi", "bank.pi", "203.0.113.7", "44.192.0.1"]) {
        pair = await issueLeaf(authority, { names: [name], ...span }, world);
        const [one, other] = [await openssl(name), await gnutls(name)];
        assert.match(one.text, /permitted subtree violation/, `OpenSSL, ${name}: ${one.text}`);
        assert.match(other.text, /NOT trusted/, `GnuTLS, ${name}: ${other.text}`);
        assert.equal(other.ok, false);
      }
      // A name of ours beside a foreign one does not let the foreign one through.
      pair = await issueLeaf(authority, { names: ["pi.local", "bank.example"], ...span }, world);
      assert.match((await openssl("pi.local")).text, /permitted subtree violation/);
      assert.match((await gnutls("pi.local")).text, /NOT trusted/);
    } finally {
      await door.close();
    }
  });
});
