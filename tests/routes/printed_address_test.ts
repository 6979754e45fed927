/** What is opened where the gateway runs leads to an address that others reach: sheets, feeds, files, codes. */
import assert from "node:assert/strict";
import { Reach } from "../../src/tls/mod.ts";
import { type TestApp, testApp } from "../kit/app.ts";
import { hide } from "../kit/seed_game.ts";
import { move } from "../kit/tls.ts";
import { testWorld } from "../kit/world.ts";

const LAN = "192.168.77.1", CLUB = "https://club.example";

async function sheets(hosts: string[], origins: string[], use: (app: TestApp) => Promise<void>) {
  const world = testWorld();
  move(world, hosts, "pi");
  const reach = new Reach({ mode: "off", world, bound: "0.0.0.0", instance: "club.example", origins });
  reach.http = 8787;
  reach.answered = () => [];
  using app = testApp({ INSTANCE_ID: "club.example" }, { world, reach });
  await use(app);
}
/** Where a sheet leads, and which other addresses it offers. */
async function led(app: TestApp, url: string, from = "192.168.77.50") {
  const answer = await app.handler(new Request(url, { headers: { host: new URL(url).host } }), {
    remoteAddr: { hostname: from },
  });
  const text = await answer.text();
  assert.equal(answer.status, 200, text);
  return {
    to: /<span class="code">(https?:[^<]+)<\/span>/.exec(text)![1],
    others: [...text.matchAll(/<a href="(\?[^"]+)">(https?:[^<]+)<\/a>/g)].map((one) => [one[1], one[2]]),
    warned: text.includes("On other devices this address leads nowhere"),
  };
}
const HERE = "http://localhost:8787", THERE = `http://${LAN}:8787`;

Deno.test("opened at localhost, a sheet leads where others reach it, and offers the other addresses", () =>
  sheets(["127.0.0.1", LAN], [CLUB], async (app) => {
    const poster = `${HERE}/print/invitation`;
    const first = await led(app, poster);
    assert.deepEqual([first.to, first.warned], [`${CLUB}/`, false]);
    assert.ok(first.others.some(([, origin]) => origin === THERE), JSON.stringify(first.others));
    const chosen = await led(app, `${poster}?at=${encodeURIComponent(THERE)}`);
    assert.deepEqual([chosen.to, chosen.warned], [`${THERE}/`, false]);
    assert.equal(
      (await led(app, `${poster}?at=https://evil.example`)).to,
      `${CLUB}/`,
      "no address of others",
    );
    const list = await led(app, `${HERE}/print/caches?grid=JN88`);
    assert.ok(list.others.every(([href]) => href!.includes("grid=JN88")), "the same list");
    assert.deepEqual(
      (await led(app, poster, "9.9.9.9")).others,
      [],
      "the network stays unknown outside",
    );
    assert.deepEqual(await led(app, `${THERE}/print/invitation`), {
      to: `${THERE}/`,
      others: [],
      warned: false,
    });
  }));

Deno.test("where no address is known that others reach, the sheet says so", () =>
  sheets(["127.0.0.1"], [], async (app) => {
    const { to, others, warned } = await led(app, `${HERE}/print/invitation`);
    assert.deepEqual([to, others, warned], [`${HERE}/`, [], true]);
  }));

Deno.test("what is fetched at localhost to be passed on names an address that others reach", () =>
  sheets(["127.0.0.1", LAN], [], async (app) => {
    const { code } = await hide(app, "OE1XYZ", { title: "The old mast" });
    const fetched = async (path: string, from: string) => {
      const request = new Request(`${HERE}${path}`, { headers: { host: "localhost:8787" } });
      return await (await app.handler(request, { remoteAddr: { hostname: from } })).text();
    };
    const paths = ["/feeds/caches.xml", `/api/v1/caches/${code}.gpx`, "/sitemap.xml", "/robots.txt"];
    for (const path of paths) {
      const inside = await fetched(path, "127.0.0.1");
      assert.ok(inside.includes(THERE) && !inside.includes("localhost"), `${path}: ${inside.slice(0, 600)}`);
      const outside = await fetched(path, "9.9.9.9");
      assert.ok(outside.includes(HERE) && !outside.includes(LAN), `${path}: ${outside.slice(0, 600)}`);
    }
    const drawn = await fetched(`/embed/qr.svg?cache=${code}`, "127.0.0.1");
    const named = await fetched(`/embed/qr.svg?url=${encodeURIComponent(`${THERE}/c/${code}`)}`, "127.0.0.1");
    assert.equal(drawn, named);
  }));
