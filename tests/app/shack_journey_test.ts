/**
 * An operator in the shack, with a real box at real Dire Wolfs that hear one another as sound: a station is heard, appears on
 * the live page and on its own; a message goes out to it over the air and is acknowledged over the air; a text waits for a
 * station until it is heard; one's own stations and receivers are looked after.
 */
import assert from "node:assert/strict";
import { decodeTnc2, encodeFrame, encodeKiss, isUnreadable } from "../../src/aprs/mod.ts";
import { commanding } from "../../src/box/services/commands.ts";
import { gateWatch } from "../../src/box/services/gate_watch.ts";
import { outbox } from "../../src/box/services/igate/outbox.ts";
import { reporting } from "../../src/box/services/report.ts";
import { settleOutbox } from "../../src/stations/jobs.ts";
import { ether, NEEDS_AIR, type Wolf } from "../kit/air.ts";
import { aprsIsServer } from "../kit/aprsis_server.ts";
import { makeBox, runBox, until } from "../kit/box.ts";
import { chromiumThere, HOW_TO_GET_CHROMIUM } from "../kit/browser.ts";
import { SCREENS, screensOf } from "../kit/journey.ts";
import { type Field, inField, type Phone } from "../kit/phone.ts";
import { member } from "../kit/seed_game.ts";
import { withFolder } from "../kit/server.ts";
import { seedMesh } from "../kit/shack.ts";
import { missing, program } from "../kit/test_data.ts";
import { wordsIn } from "../kit/words.ts";

const SITE = "OE1BOX-10", OWN = "OE1BOX", OTHER = "OE3FND-7", LATER = "OE5OUT-9";

/** Somebody's radio: what is written to its TNC goes on the air. */
async function radioAt(wolf: Wolf) {
  const tnc = await Deno.connect({ hostname: "127.0.0.1", port: wolf.kissPort });
  return {
    async sends(line: string) {
      const packet = decodeTnc2(line);
      assert.ok(!isUnreadable(packet), line);
      const { source, destination, path, info } = packet;
      await tnc.write(encodeKiss(encodeFrame({ source, destination, path, info })!));
    },
    close: () => tnc.close(),
  };
}

/** A gateway, a receiver box at a radio and at APRS-IS that belongs to OE1BOX, and a second radio that hears it. */
async function onTheAir(dir: string, { app }: Field, use: (air: Air) => Promise<void>): Promise<void> {
  const line = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request) => app.handler(request),
  );
  const is = aprsIsServer();
  const air = await ether(dir, { own: {}, other: {} });
  const { own, other } = air.wolves as Record<"own" | "other", Wolf>;
  const connections = [`${own.kiss}?site=${SITE}&tx=on`, `${is.address}?pass=auto&tx=on`];
  const url = `http://127.0.0.1:${line.addr.port}`;
  await makeBox(dir, { app, url }, { connections, tx: "on", services: { outbox: true } }, {
    sites: [SITE],
    services: true,
  });
  const { accountId } = member(app, OWN);
  app.db.writeNow((tx) =>
    app.db.sql<{ account: number }>(
      "INSERT INTO box_owner (box, account_id, since) VALUES ('attic', :account, 0)",
    ).run(tx, { account: accountId })
  );
  const box = runBox(dir, { services: [gateWatch, reporting("0.1.0", 300), commanding(100), outbox(100)] });
  const radio = await radioAt(other);
  try {
    const { spool, connections: [tnc, net], sender } = box.parts;
    await until("the TNC", () => tnc!.state().word === "connected" && sender.state.word === "ok");
    await until("APRS-IS", () => net!.state().detail?.includes("verified"));
    await use({ own, other, radio, is, box, taken: (n) => until("the frame", () => spool.sums().sent >= n) });
  } finally {
    radio.close();
    await box.stop();
    await air.close();
    await is.close();
    await line.shutdown();
  }
}
interface Air {
  own: Wolf;
  other: Wolf;
  radio: Awaited<ReturnType<typeof radioAt>>;
  is: ReturnType<typeof aprsIsServer>;
  box: ReturnType<typeof runBox>;
  /** Waits until the gateway has taken so many frames. */
  taken(n: number): Promise<unknown>;
}

const barsOf = (phone: Phone) =>
  phone.tab.evaluate(
    `[...document.querySelectorAll(".port-rx")].filter((one) => one.height.baseVal.value > 0).length`,
  );
/** The number that a message has on the air, once the other station has heard it. */
const numberOf = async ({ other }: Air, text: string): Promise<string> => {
  const heard = new RegExp(`${text}\\{(\\w+)`);
  return (await until(`${text} on the air`, () => heard.exec(other.log) ?? undefined))[1]!;
};

type Say = ReturnType<typeof wordsIn>;

/** Steps 1 and 2: who is heard, and one of them with all that is known of it. */
async function hears(phone: Phone, say: Say, { radio, taken }: Air): Promise<void> {
  await phone.open("/ports");
  await phone.tab.until(`document.querySelector("main .notice") !== null`);
  assert.equal(await barsOf(phone), 0);
  await phone.open("/live");
  await phone.sees(say("live.open"));
  await radio.sends(`${OTHER}>APRS,WIDE1-1:!4812.01N/01618.00E_220/004g005t077r000p000P000h50b09900on foot`);
  await taken(1);
  await phone.sees(OTHER);
  await phone.sees(say("live.way.direct"));
  await phone.press(OTHER);
  await phone.tab.until(`location.pathname === "/s/${OTHER}"`);
  await phone.sees(say("station.path.receiver"));
  await phone.tab.until(`document.querySelectorAll("svg.path circle").length === 3`);
  await phone.sees(SITE);
  await phone.press(say("watches.start"));
  await phone.sees(say("watches.on", { call: "OE3FND" }));
  await radio.sends(`${OTHER}>APRS,WIDE1-1:!4812.05N/01618.00E_220/004g005t079h50b09900back`);
  await taken(2);
  // The page follows by itself: each packet field by field, and what was measured as drawings and as tables.
  await phone.tab.until(`document.querySelectorAll(".packets > li").length === 2`);
  await phone.tab.click(".packets summary");
  await phone.tab.until(`document.querySelector(".packets .fields")?.innerText.includes("back")`);
  await phone.tab.until(`document.querySelector(".plot canvas") !== null`);
  await phone.tab.until(`document.querySelector(".plot table")?.textContent.includes("25")`);
}

/** Step 3: a message over the air, where it stands in words, and one that no radio took for an hour. */
async function writes(field: Field, phone: Phone, say: Say, air: Air): Promise<void> {
  const { app } = field, { radio, box } = air;
  await phone.open(`/messages/${OTHER}`);
  box.parts.switches.change({ quiet: true });
  await phone.tab.count("#message-text");
  await phone.fill("#message-text", "meet at the hut");
  await phone.press(say("talk.send"));
  await phone.sees(say("talk.delivery.queued"));
  box.parts.switches.change({ quiet: false });
  const number = await numberOf(air, "meet at the hut");
  await phone.sees(say("talk.delivery.sent"));
  await radio.sends(`${OTHER}>APRS::${OWN.padEnd(9)}:ack${number}`);
  await phone.tab.until(
    `document.querySelector("[data-delivery=acked]")?.innerText.includes("meet at the hut")`,
  );
  await phone.sees(say("talk.delivery.acked"));
  box.parts.switches.change({ quiet: true });
  await phone.fill("#message-text", "too late");
  await phone.press(say("talk.send"));
  await phone.tab.until(`document.querySelector("[data-delivery=queued]") !== null`);
  const { now } = app.world;
  app.world.now = () => now() + 3601;
  await settleOutbox(app.stations);
  app.world.now = now;
  await phone.sees(say("talk.delivery.failed"));
  box.parts.switches.change({ quiet: false });
  assert.doesNotMatch(air.other.log, /too late/, "what has failed is not sent any more");
}

/** Step 4: a text waits until its station is heard, goes out over the air and is acknowledged. */
async function leaves(phone: Phone, say: Say, air: Air): Promise<void> {
  await phone.open("/mailbox");
  await phone.fill("#mailbox-to", LATER);
  await phone.fill("#mailbox-text", "key under the stone");
  await phone.press(say("mailbox.leave"));
  await phone.sees(say("mailbox.status.held", { call: LATER }));
  await air.radio.sends(`${LATER}>APRS:=4812.50N/01622.43E>`);
  const number = await numberOf(air, "key under the stone");
  await air.radio.sends(`${LATER}>APRS::OE1SYS-15:ack${number}`);
  await until("the ack", () => air.box.parts.spool.sums().sent >= 5);
  await phone.open("/mailbox");
  await phone.sees(say("mailbox.status.delivered", { call: LATER }));
}

/** Steps 6 and 7: a group of the mesh, and a station of one's own with its console's settings and a beacon. */
async function looksAfter(field: Field, phone: Phone, say: Say, { is }: Air): Promise<void> {
  await seedMesh(field.app, "to the group");
  await phone.open("/mesh");
  await phone.press(say("mesh.group", { group: "232" }));
  await phone.sees("to the group");
  await phone.press(say("mesh.links"));
  await phone.tab.until(`document.querySelector("svg.mesh line") !== null`);

  await phone.open("/me/stations");
  await phone.press(say("mystat.add"));
  await phone.fill("#call-new", "-13");
  await phone.press(say("mystat.role.weather"));
  await phone.fill("#place-new", "N 48° 12.5 E 16° 22.4");
  await phone.fill("#description-new", "on the roof");
  await phone.tab.click("main form button[type=submit]");
  await phone.press(say("mystat.wx.key"));
  await phone.sees("/api/wx/updateweatherstation?");
  await phone.press(say("mystat.beacon"));
  await phone.press(say("mystat.beacon.send"));
  await phone.sees(say("mystat.beacon.queued"));
  const beacon = await until("the beacon", () => is.received.find((one) => one.includes("on the roof")));
  assert.match(beacon, /^OE1BOX-13>[^:]+:=4812\.50N\/01622\.40E-on the roof$/);
}

/** Step 8: a receiver of one's own: how it is, what it is told, what it transmitted. */
async function commands(phone: Phone, say: Say, air: Air): Promise<void> {
  await phone.open("/me/boxes");
  await phone.sees(say("boxes.told"));
  await phone.sees("kiss://127.0.0.1");
  await phone.press(say("boxes.commands"));
  await phone.press(say("boxes.ask"));
  await phone.sees(say("boxes.status.done"));
  // What it transmits is shown as radios read it.
  await phone.press(say("boxes.message"));
  await phone.fill("#box-to", OTHER);
  await phone.fill("#box-text", "Grüße");
  await phone.sees(`${say("talk.goes_out_as")} Gruesse`);
  await phone.press(say("boxes.transmit"));
  await until(
    "the message",
    async () => (await air.own.decoded()).some((one) => one.includes(`::${OTHER.padEnd(9)}:Gruesse`)),
  );
  await phone.sees("meet at the hut");
  assert.ok((await air.own.decoded()).some((one) => one.includes(`::${OTHER.padEnd(9)}:meet at the hut`)));
}

for (const device of screensOf(["phone"], ["desktop"])) {
  const screen = SCREENS[device], lang = device === "phone" ? "en" : "de";
  Deno.test({
    name:
      `the shack: heard as sound, answered as sound, acknowledged; own stations and receivers (${device})`,
    ignore: missing("Chromium", chromiumThere(), HOW_TO_GET_CHROMIUM) ||
      missing("Dire Wolf", NEEDS_AIR.every((one) => program(one) !== undefined), "apt-get install direwolf"),
    sanitizeOps: false,
    sanitizeResources: false,
    fn: () =>
      withFolder((dir) =>
        inField(
          (field) =>
            onTheAir(dir, field, async (air) => {
              const say = wordsIn(lang);
              const phone = await field.phone({ call: OWN, screen, lang, place: { lat: 48.2, lon: 16.37 } });
              await hears(phone, say, air);
              await writes(field, phone, say, air);
              await leaves(phone, say, air);
              // What was watched has rung meanwhile, and the port has counted.
              await phone.tab.click(".top-bell button");
              await phone.tab.click(`.bell-list a[href="/me/watches"]`);
              await phone.sees(say("alert.heard", { call: OTHER }));
              await phone.open("/ports");
              await phone.tab.until(`document.querySelector(".port-rx") !== null`);
              assert.equal(await barsOf(phone), 1);
              await looksAfter(field, phone, say, air);
              await commands(phone, say, air);
              assert.deepEqual(phone.tab.complaints, []);
            }),
          { env: {} },
        )
      ),
  });
}
