/** `bbs …`: the post office at a shell. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { callPartner } from "../../src/bbs/mod.ts";
import { appTest } from "../kit/app.ts";
import { partner, post } from "../kit/bbs.ts";
import { command } from "../kit/command.ts";
import { serverEnv, withFolder } from "../kit/server.ts";

Deno.test("mail, bulletins, partners, rules, White Pages and routes at a shell", async () => {
  await withFolder(async (folder) => {
    const env = { ...serverEnv(folder), ADMIN_CALLSIGNS: "OE1SYS", BBS_REGION: "#OE1.AUT.EU" };
    const run = async (args: string[], stdin?: string) => {
      const done = await command(["bbs", ...args], env, stdin);
      assert.equal(done.code, 0, `${args.join(" ")}: ${done.stderr}`);
      return done.stdout;
    };
    const json = async (args: string[], stdin?: string) => JSON.parse(await run([...args, "--json"], stdin));
    const sent = await json(["send", "OE1ABC", "DL1XYZ", "--subject", "Hello", "How", "are", "you?"]);
    assert.equal(sent.bid, `${sent.id.toString(36).toUpperCase()}_OE1SYS`);
    assert.match(await run(["list", "DL1XYZ"]), new RegExp(`^ *${sent.id} PN .* DL1XYZ +OE1ABC .* Hello\n$`));
    assert.match(await run(["list", "OE1ABC", "--sent"]), /Hello {2}no_route\n$/);
    const read = await run(["read", String(sent.id)]);
    assert.match(read, /From {5}OE1ABC\nTo {7}DL1XYZ\n[\s\S]*Subject {2}Hello\n\nHow are you\?\n$/);
    await run(["send", "OE1ABC", "ALL@EU", "--subject", "Evil \u001b[2J"], "Text with \u001b[31mcolour");
    const [bulletin] = (await json(["bulletins", "ALL"])).bulletins;
    assert.deepEqual([bulletin.subject, bulletin.body, bulletin.at], [
      "Evil  [2J",
      "Text with ␛[31mcolour",
      "EU",
    ]);
    assert.ok(!(await run(["bulletins"])).includes("\u001b"));

    await run([
      "partners",
      "--save",
      "OE3XBB",
      "--ha",
      "OE3XBB.#OE3.AUT.EU",
      "--script",
      "C OE3XBB\\nS OE1SYS",
      "--interval",
      "0",
    ]);
    await run(["rules", "--save", "OE3XBB", "--route", "AUT.EU"]);
    const rules = (await json(["rules"])).rules;
    assert.deepEqual(rules.map((rule: { route: string }) => rule.route), ["*", "AUT.EU"]);
    const [saved] = (await json(["partners"])).partners;
    assert.deepEqual([saved.connectScript, saved.intervalMin, saved.waiting], ["C OE3XBB\nS OE1SYS", 0, 0]);
    assert.match(
      await run(["wp", "DL1XYZ", "OE3XBB.#OE3.AUT.EU"]),
      /^DL1XYZ lives at OE3XBB\.#OE3\.AUT\.EU \(operator/,
    );
    assert.match(
      await run(["route", "DL1XYZ"]),
      /^DL1XYZ: OE3XBB by OE3XBB \(rf-fbb\)\nWhite Pages \(operator\)/,
    );
    assert.equal((await json(["partners"])).partners[0].waiting, 1, "its home is known now");
    assert.deepEqual((await json(["forward", "OE3XBB", "--dry"])).offered, [], "its sender is not verified");
    assert.equal((await json(["partners"])).partners[0].held, 1);

    const mbox = await run(["export", "OE1ABC"]);
    Deno.writeTextFileSync(join(folder, "out.mbox"), mbox);
    assert.deepEqual(await json(["import", join(folder, "out.mbox")]), { duplicate: 1 });
    await run(["kill", String(sent.id)]);
    assert.equal(await run(["list", "DL1XYZ"]), "No mail\n");
    await run(["rules", "--remove", String(rules[1].id)]);
    assert.equal(await run(["partners", "--remove", "OE3XBB"]), "No partners\n");

    for (
      const [args, words] of [
        [["read", "999"], /There is no message 999/],
        [["list", "nobody"], /nobody is not a callsign/],
        [["forward", "OE9XBB", "--dry"], /There is no partner OE9XBB/],
        [["rules", "--save", "OE3XBB"], /--save needs --route/],
        [["send", "OE1ABC", "DL1XYZ", "x", "--type", "Q"], /--type takes P, B or T/],
        [["import", "/nowhere"], /There is no file or folder \/nowhere/],
      ] as const
    ) {
      const done = await command(["bbs", ...args], env);
      assert.ok(done.code > 0, done.stdout);
      assert.match(done.stderr, words);
      assert.equal(done.stderr.trim().split("\n").length, 1, done.stderr);
    }
  });
});

appTest("bbs forward: a session over TCP with its progress, and what it brought", {
  ADMIN_CALLSIGNS: "DL1SYS",
  BBS_REGION: "DEU.EU",
}, async (munich) => {
  await partner(munich, "OE1SYS", ["AUT"]);
  const mail = await post(munich, {
    fromCall: "DL5AAA",
    toCall: "OE1ABC @ OE1SYS.#OE1.AUT.EU",
    body: "Servus",
  });
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const serving = (async () => {
    const connection = await listener.accept();
    return await callPartner(munich.bbs.office, {
      partner: "OE1SYS",
      side: "called",
      dial: () => Promise.resolve(connection),
      version: "1",
    });
  })();
  await withFolder(async (folder) => {
    const env = { ...serverEnv(folder), ADMIN_CALLSIGNS: "OE1SYS", BBS_REGION: "#OE1.AUT.EU" };
    assert.equal((await command(["bbs", "partners", "--save", "DL1SYS"], env)).code, 0);
    const dial = `tcp:127.0.0.1:${(listener.addr as Deno.NetAddr).port}`;
    const done = await command(["bbs", "forward", "DL1SYS", "--dial", dial], env);
    assert.equal(done.code, 0, done.stderr);
    assert.match(done.stdout, /^0 sent, 1 received in \d+ s \(\d+ bytes out, \d+ in\): clean end\n$/);
    assert.match(done.stderr, new RegExp(`met SVC 1, b1\n< ${mail.bid} +DL5AAA to OE1ABC, \\d+ bytes`));
    assert.deepEqual([(await serving).outcome, (await serving).sent], ["clean", 1]);
    listener.close();
    assert.match((await command(["bbs", "list", "OE1ABC"], env)).stdout, /PN .* OE1ABC +DL5AAA/);
    const refused = await command(["bbs", "forward", "DL1SYS", "--dial", dial, "--json"], env);
    assert.equal(refused.code, 75, refused.stderr);
    assert.deepEqual([JSON.parse(refused.stdout).outcome, refused.stderr], ["no_link", ""]);
    for (const bad of ["127.0.0.1:1", "tcp:host", "tcp:host:70000", "tcp:a b:1"]) {
      const wrong = await command(["bbs", "forward", "DL1SYS", "--dial", bad], env);
      assert.match(wrong.stderr, /--dial takes tcp:<host>:<port>/);
    }
  });
});
