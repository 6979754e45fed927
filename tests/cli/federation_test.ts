import assert from "node:assert/strict";
import { join } from "node:path";
import { encodePage, fingerprintOf, readSigningKey } from "../../src/wire/mod.ts";
import { isRotation } from "../../src/federation/keys/resolve_keys.ts";
import { cacheBody, keyFrom } from "../federation/node.ts";
import { forge } from "../federation/hostile.ts";
import { RECORDS } from "../../src/wire/mod.ts";
import { command } from "../kit/command.ts";
import { gateway, serverEnv, withFolder } from "../kit/server.ts";
import { instance, seedOf, withInstances } from "../routes/federation/instances.ts";

Deno.test("identity new and show: a seed on standard output, its fingerprint in groups", async () => {
  const made = await gateway(["identity", "new"]);
  assert.equal(made.code, 0);
  const seed = /^FED_PRIVATE_KEY="([A-Za-z0-9_-]{43})"\n$/.exec(made.stdout)?.[1];
  assert.ok(seed, made.stdout);
  const groups = fingerprintOf(readSigningKey(seed)!.publicKey).match(/..../g)!.join(" ");
  assert.ok(made.stderr.includes(groups));
  await withFolder(async (folder) => {
    const env = { ...serverEnv(folder), FED_PRIVATE_KEY: seed, INSTANCE_ID: "oe1.example" };
    const shown = await command(["identity", "show"], env);
    assert.equal(shown.code, 0, shown.stderr);
    assert.ok(shown.stdout.includes(groups) && shown.stdout.includes("oe1.example"));
    assert.ok(!shown.stdout.includes(seed), "the seed is never shown");
  });
});

Deno.test("identity rotate: the lines it prints are settings that the program takes", async () => {
  await withFolder(async (folder) => {
    const env = { ...serverEnv(folder), FED_PRIVATE_KEY: seedOf("oe1"), INSTANCE_ID: "oe1.example" };
    const rotated = await command(["identity", "rotate"], env);
    assert.equal(rotated.code, 0, rotated.stderr);
    const lines = Object.fromEntries(
      rotated.stdout.trim().split("\n").map((line) =>
        /^([A-Z_]+)=['"](.*)['"]$/.exec(line)!.slice(1) as [string, string]
      ),
    );
    const old = readSigningKey(seedOf("oe1"))!.publicKey,
      next = readSigningKey(lines.FED_PRIVATE_KEY!)!.publicKey;
    const [record] = JSON.parse(lines.FED_ROTATIONS!);
    assert.deepEqual([record.prevKey, record.key, isRotation(record)], [old, next, true]);
    assert.deepEqual(JSON.parse(lines.FED_KEY_HISTORY!), [{ x: old, until: record.at + 7 * 86_400 }]);
    const shown = await command(["identity", "show"], { ...env, ...lines });
    assert.match(shown.stdout, /former keys {2}1, rotations 1/);
    const none = await command(["identity", "rotate"], serverEnv(folder));
    assert.equal(none.code, 1);
  });
});

Deno.test("peer add shows a fingerprint to compare, then follows; list, trust, sync, block and remove work", async () => {
  const a = instance("a.example");
  await withInstances([a], async () =>
    await withFolder(async (folder) => {
      const env = {
        ...serverEnv(folder),
        FED_PRIVATE_KEY: seedOf("b"),
        INSTANCE_ID: "b.example",
        FED_ALLOW_PRIVATE: "1",
      };
      a.db.writeNow((tx) => a.federation.publications.publish(tx, "cache", cacheBody("one")));
      const run = async (...args: string[]) => {
        const done = await command(["peer", ...args], env);
        assert.equal(done.code, 0, `${args.join(" ")}: ${done.stderr}`);
        return done.stdout;
      };
      const looked = await run("add", a.url);
      assert.ok(looked.includes(a.keyPrint) && /Nothing is stored/.test(looked));
      assert.match(await run("add", a.url, "--fingerprint", a.keyPrint), /Following a.example, unvetted/);
      assert.match(await run("trust", a.url, "--fingerprint", a.keyPrint), /is trusted/);
      assert.match(await run("sync"), /1 neighbours.*"cache":1/);
      assert.match(await run("list"), /trusted +ok +a\.example/);
      assert.match(await run("block", a.url, "--reason", "test"), /is blocked/);
      assert.match(await run("remove", a.url), /Removed/);
      assert.match(await run("block", a.url), /is blocked: a\.example, under every address/);
      const [blocked] = JSON.parse(await run("list", "--json"));
      assert.deepEqual([blocked.url, blocked.instance, blocked.trust], [a.url, "a.example", "blocked"]);
      await run("remove", a.url);
      assert.match(
        await run("block", "http://127.0.0.1:9", "--reason", "silent"),
        /^http:\/\/127.0.0.1:9 is blocked$/m,
      );
      const unknown = await command(["peer", "remove", a.url], env);
      assert.equal(unknown.code, 1);
      assert.match(unknown.stderr, /^There is no such neighbour\n$/);
      const wrong = await command(["peer", "add", a.url, "--fingerprint", "0000 1111 2222 3333"], env);
      assert.equal(wrong.code, 1);
    }));
});

Deno.test("identity portal: the records as the portal takes them, or what is missing for them", async () => {
  await withFolder(async (folder) => {
    const env = {
      ...serverEnv(folder),
      FED_PRIVATE_KEY: seedOf("oe1"),
      INSTANCE_ID: "club.example",
      ADMIN_CALLSIGNS: "OE1XYZ",
    };
    const none = await command(["identity", "portal"], env);
    assert.deepEqual(
      [none.code, /nothing to publish yet:\n.*APP_URL/s.test(none.stdout)],
      [0, true],
      none.stdout,
    );
    const placed = {
      ...env,
      APP_URL: "https://club.example",
      FED_ENDPOINTS: '[{"transport": "44net", "address": "gw.oe1xyz.ampr.org"}]',
    };
    const shown = await command(["identity", "portal"], placed);
    assert.equal(shown.code, 0, shown.stderr);
    const key = readSigningKey(seedOf("oe1"))!.publicKey;
    assert.match(shown.stdout, /^A {4}gw {3}for gw\.oe1xyz\.ampr\.org$/m);
    assert.ok(
      shown.stdout.includes(
        `TXT  _svc   for _svc.oe1xyz.ampr.org\n     v=svc1; inst=club.example; key=${key}; host=gw.oe1xyz.ampr.org; web=https://club.example\n`,
      ),
      shown.stdout,
    );
    const { records } = JSON.parse((await command(["identity", "portal", "--json"], placed)).stdout);
    assert.deepEqual(records.map(({ portal }: { portal: string }) => portal), ["gw", "_svc"]);
    const checked = await command(["identity", "portal", "--check"], placed);
    assert.match(checked.stdout, /look at {2}Instance record +DOH_URL names no resolver/);
    const found = await command(["peer", "find", "OE1XYZ"], env);
    assert.deepEqual([found.code, found.stdout], [1, ""]);
    assert.match(found.stderr, /^DOH_URL names no resolver, so nothing can be looked up in DNS\n$/);
  });
});

Deno.test("frame types prints a table for each record type", async () => {
  const { stdout, code } = await command(["frame", "types"]);
  assert.equal(code, 0);
  assert.equal(stdout.match(/^### /gm)?.length, 11);
  assert.match(stdout, /\| `latE7` \| integer -900000000..900000000/);
});

Deno.test("frame show says of every check whether it holds", async () => {
  await withFolder(async (folder) => {
    const key = keyFrom("a"),
      record = {
        type: 1,
        gid: "a.example:cache:7",
        origin: "a.example",
        v: 7,
        at: 1_780_000_000,
        signer: "a.example",
        body: RECORDS.cache.write(cacheBody("Steinbruch")),
      };
    const good = forge(record, key),
      bad = forge({ ...record, signer: "evil.example" }, keyFrom("b"), { shownKey: key.publicKey });
    const file = join(folder, "page.cbor");
    Deno.writeFileSync(
      file,
      encodePage({ instance: "a.example", nextCursor: 7, complete: true, frames: [good, bad], held: 7 }),
    );
    const shown = await command(["frame", "show", file]);
    assert.equal(shown.code, 1, "one of them is refused");
    const [, first, second] = shown.stdout.split("frame of ");
    assert.ok(first && second);
    assert.equal(first.match(/REFUSED/g), null);
    assert.match(first, /lat: 48.208333/);
    assert.match(first, /title: "Steinbruch"/);
    assert.match(second, /REFUSED {2}signature +does not hold/);
    assert.match(second, /REFUSED {2}signer +evil.example signs for a.example/);
    Deno.writeFileSync(file, Uint8Array.of(0x9f, 0xff));
    const torn = await command(["frame", "show", file]);
    assert.deepEqual([torn.code, /not canonical CBOR: indefinite length/.test(torn.stdout)], [1, true]);
    Deno.writeFileSync(
      file,
      encodePage({ instance: "a.example", nextCursor: 7, complete: true, frames: [good], held: 7 }),
    );
    assert.equal((await command(["frame", "show", file])).code, 0);
    assert.equal((await command(["frame", "show", join(folder, "none")])).code, 66);
  });
});
