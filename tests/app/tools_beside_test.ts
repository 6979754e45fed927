/**
 * A tool from somebody's own https address, beside the pages of the app: fetched without the gateway and without anybody's
 * cookies, its panel below four pages, its colours in lists of packets, its points on the map, its packets on the air.
 */
import assert from "node:assert/strict";
import { commanding } from "../../src/box/services/commands.ts";
import { gateWatch } from "../../src/box/services/gate_watch.ts";
import { reporting } from "../../src/box/services/report.ts";
import { decodeFrame, encodeTnc2, isUnreadable, KissReader } from "../../src/aprs/mod.ts";
import { makeBox, runBox, testTnc, until } from "../kit/box.ts";
import { rf } from "../kit/boxes.ts";
import { chromiumThere, HOW_TO_GET_CHROMIUM } from "../kit/browser.ts";
import { type Field, inField, type Phone } from "../kit/phone.ts";
import { colourOf, middleOfMap } from "../kit/map_pixel.ts";
import { member } from "../kit/seed_game.ts";
import { withFolder } from "../kit/server.ts";
import { missing, program } from "../kit/test_data.ts";
import { install, look, OWN, withTool } from "./tools/served.ts";

const PERMISSIONS = ["command", "monitor", "event", "panel", "map", "beacon", "tx"];
const SCRIPT = `
  const heard = [];
  const drawn = () => ({ title: "Heard beside", nodes: [
    { kind: "text", text: "heard " + (heard.join(" ") || "nobody"), tone: "warn" },
    { kind: "blocks", cols: 2, cells: [{ ch: "#", c: 1 }, { ch: "#", c: 4 }] },
  ] });
  register({
    commands: {
      say: async (args) => "sent: " + await tool.requestTx(args),
      plan: () => tool.scheduleBeacon({ comment: "73 de a tool", intervalSec: 600 }).then(() => "planned", (why) => "refused: " + why.message),
    },
    colourRules: [{ match: { srcPrefix: "OE3" }, effect: { colorVar: "--st-digi" } },
      { match: { src: "OE5HID" }, effect: { hidden: true } }],
    panel: drawn(),
  });
  tool.setMapLayer({ id: "mine", points: [{ lat: 48.5, lon: 16.37, label: "A point", tone: "bad" }] });
  tool.on("on_frame", ({ peerCall, source }) => (heard.push(peerCall + "/" + source), heard.splice(0, heard.length - 9), tool.setPanel(drawn())));
  tool.on("on_find", ({ peerCall, code }) => (heard.push(peerCall + "@" + code), tool.setPanel(drawn())));
`;
const TOOL = { script: SCRIPT, permissions: PERMISSIONS };
const ENV = { env: { FIRST_PARTY_SITES: "OE1GATE-1" } };
const hear = ({ app }: Field, ...lines: string[]) =>
  app.ingest.post("/ingest", { packets: lines.map((line) => rf(app, line, "OE1GATE-1")) });

const walk = (name: string, work: (field: Field) => Promise<void>, options = {}) =>
  Deno.test({
    name,
    ignore: missing("Chromium", chromiumThere() && program("certutil") !== undefined, HOW_TO_GET_CHROMIUM),
    sanitizeOps: false,
    sanitizeResources: false,
    fn: () => inField(work, { ...ENV, whole: true, ...options }),
  });

const panelBelow = async (phone: Phone, path: string) => {
  await phone.open(path);
  await phone.tab.count('main > aside [data-tool="beside"]');
  await phone.sees("Heard beside");
};

walk(
  "a tool of an https address is fetched by the browser alone, and stands beside pages and over the map",
  async (field) => {
    await hear(
      field,
      "OE3AAA>APRS:!4812.00N/01622.20E-coloured",
      "OE5HID>APRS:!4813.00N/01622.20E-not to be seen",
      "OE1BBB>APRS:!4814.00N/01622.20E-as it is",
    );
    await withTool(field, TOOL, async ({ phone, at, asked }) => {
      const { tab } = phone;
      await phone.open("/tools");
      for (
        const [address, words] of [
          [at("/none/tool.json"), "The tool cannot be reached"],
          [at("/closed/tool.json"), "The tool cannot be reached"],
          [at("/large/tool.json"), "The tool cannot be reached"],
          [at("/back/tool.json"), "The tool cannot be reached"],
          [at("/beside/tool.json", "untrusted"), "The tool cannot be reached"],
          [at("/beside/tool.json").replace("https:", "http:"), "The tool cannot be reached"],
          [at("/beside/tool.js"), "What came back is not a tool"],
        ] as const
      ) {
        await look(phone, address);
        await tab.until(
          `document.querySelector("main form [role=alert]")?.innerText.includes(${JSON.stringify(words)}) ||
          [...document.querySelectorAll("main [role=alert]")].some((one) => one.innerText.includes(${
            JSON.stringify(words)
          }))`,
        );
        await tab.count("[data-prompt]", 0);
      }
      await install(phone, at("/beside/tool.json"));
      // Nobody's cookie went there, and no origin of ours.
      assert.ok(asked.length >= 5);
      for (const one of asked) assert.deepEqual([one.cookie, one.origin], [null, "null"], one.path);

      // Each page is opened anew: the tool runs there without its own page.
      await panelBelow(phone, "/live");
      await tab.count("li.st-digi", 1);
      assert.equal(await tab.evaluate(`document.querySelector("li.st-digi .st-name").innerText`), "digi");
      assert.ok(!(await tab.text(".live-heard")).includes("OE5HID"), "a hidden row");
      const colours = await tab.evaluate(`(() => {
        const probe = document.body.appendChild(document.createElement("i"));
        const of = (token) => (probe.style.color = "var(" + token + ")", getComputedStyle(probe).color);
        const at = (selector) => getComputedStyle(document.querySelector(selector)).color;
        const both = [at("li.st-digi .st-name"), of("--st-digi"), at(".tool-panel .tool-warn"), of("--air"),
          at('.tool-blocks [data-c="1"]'), of("--ansi-1")];
        probe.remove();
        return both;
      })()`) as string[];
      assert.deepEqual([colours[0], colours[2], colours[4]], [colours[1], colours[3], colours[5]]);
      assert.equal(new Set(colours).size, 3);
      // What comes from now on is told; what was heard before is not.
      await phone.sees("Live: what is heard appears by itself.");
      await phone.sees("heard nobody");
      await tab.until(`document.querySelector("main > aside") !== null`);
      await hear(field, "OE3CCC>APRS:!4812.50N/01622.20E-new");
      await phone.sees("heard OE3CCC/APRS");
      // Without a place too: a status, telemetry, a message to somebody else.
      await hear(field, "OE3DDD>APRS:>on the hill", "OE3EEE>APRS:T#001,1,2,3,4,5,00000000");
      await hear(field, "OE3FFF>APRS::OE9XYZ   :hello{1");
      for (const call of ["OE3DDD", "OE3EEE", "OE3FFF"]) await phone.sees(`${call}/APRS`);

      await panelBelow(phone, "/s/OE3AAA");
      await tab.count(".packets > li.st-digi", 1);
      await panelBelow(phone, "/bbs");
      await panelBelow(phone, "/node");
      await phone.open("/ranks");
      await tab.count("main > aside", 0);

      await tab.evaluate(
        `localStorage.setItem("map.view", JSON.stringify({ centre: { lat: 48.5, lon: 16.37 }, zoom: 12 }))`,
      );
      await phone.open("/map");
      await tab.count(".maplibregl-canvas");
      const bad = await colourOf(phone, "--bad");
      await until("the point is drawn", async () => await middleOfMap(phone) === bad);
      await phone.press("Layers");
      await phone.sees("1 point of this tool");
      const shown =
        `[...document.querySelectorAll(".switch-row")].find((one) => one.innerText.includes("Beside pages")).querySelector("input")`;
      assert.equal(await tab.evaluate(`${shown}.checked`), true);
      await tab.press(shown);
      await tab.until(`!${shown}.checked`);
      await phone.open("/map");
      await tab.until(`document.querySelector(".maplibregl-canvas") !== null`);
      await phone.press("Layers");
      await tab.until(`${shown} !== undefined && !${shown}.checked`);
      await phone.press("Close");
      assert.notEqual(await middleOfMap(phone), bad);

      // Only the instance's own lists: what was installed by its address stops, and says why.
      await field.app.operator.put("/api/admin/settings/TOOLS", { value: "registries" });
      await phone.open("/tools");
      await phone.sees("Only tools of this instance's lists run here.");
      await tab.count("iframe", 0);
      await tab.count("#tool-address", 0);
      await field.app.operator.put("/api/admin/settings/TOOLS", { value: "all" });
      await phone.open("/tools");
      await tab.count('[data-tool="beside"][data-state="on"]');
    });
  },
);

walk(
  "a tool transmits through the member's own box: once a minute, and its log says what became of it",
  (field) =>
    withFolder(async (dir) => {
      const { app } = field, tnc = testTnc();
      const line = Deno.serve(
        { hostname: "127.0.0.1", port: 0, onListen: () => {} },
        (request) => app.handler(request),
      );
      const url = `http://127.0.0.1:${line.addr.port}`;
      await makeBox(dir, { app, url }, {
        connections: [`${tnc.address}?site=OE1BOX-10&tx=on`],
        tx: "on",
        services: { beacon: { lat: 48.2, lon: 16.37 } },
      });
      const { accountId } = member(app, OWN);
      const owned = (text: string) =>
        app.db.writeNow((tx) => app.db.sql<{ account: number }>(text).run(tx, { account: accountId }));
      const onAir = () => {
        const reader = new KissReader();
        return tnc.received.flatMap((bytes) => reader.push(bytes)).map(({ data }) => {
          const packet = decodeFrame(data);
          return isUnreadable(packet) ? packet.unreadable : encodeTnc2(packet);
        });
      };
      const box = runBox(dir, { services: [gateWatch, reporting("0.1.0", 300), commanding(100)] });
      try {
        await until("the TNC", () => box.parts.connections[0]!.state().word === "connected");
        await withTool(field, TOOL, async ({ phone, at }) => {
          await install(phone, at("/beside/tool.json"));
          const types = async (command: string, answer: string) => {
            await phone.write("#tool-command", command);
            await phone.press("Run");
            await phone.tab.until(
              `document.querySelector(".line-form")?.parentElement.querySelector(".tool-answer")
            ?.innerText.includes(${JSON.stringify(answer)})`,
            );
          };
          const wrote = (words: string) =>
            phone.tab.until(
              `document.querySelector("[data-open] details")?.textContent.includes(${JSON.stringify(words)})`,
            );
          // Nobody's box is theirs.
          await types("say >from nowhere", "sent: false");
          await wrote("Not transmitted: none of your receivers may transmit now.");
          await types("/Plan", "refused: none of your receivers may transmit now.");
          await types("say >too soon", "sent: false");
          await wrote("Not transmitted: once a minute at most.");
          assert.deepEqual(onAir(), []);

          owned("INSERT INTO box_owner (box, account_id, since) VALUES ('attic', :account, 0)");
          const owner = await app.signIn(OWN);
          await until("an open box", async () => {
            await box.parts.transmitter.gate.ask(["OE1BOX-10", "OE1BOX"]);
            const { body } = await owner.get("/api/my/boxes");
            const { tx } = body.boxes[0].state ?? { tx: { on: false, locks: [] } };
            return tx.on && tx.locks.length === 0;
          });
          // The page opened anew is a new opening of the tool.
          await phone.open("/tools");
          await phone.tab.click('[data-tool="beside"][data-state="on"]');
          await types("say >on the hill", "sent: true");
          await wrote("Transmitted: >on the hill");
          assert.deepEqual(onAir(), ["OE1BOX>APZSVC,WIDE1-1,WIDE2-1:>on the hill"]);

          await phone.open("/tools");
          await phone.tab.click('[data-tool="beside"][data-state="on"]');
          // The gateway counts the minute across openings, and says so.
          await types("plan", "planned");
          await wrote("Not transmitted: The tool beside transmits once a minute and six times an hour");
          assert.equal(onAir().length, 1);
          owned("UPDATE box_command SET created_at = created_at - 700 WHERE :account > 0");
          box.parts.switches.change({ quiet: true });
          await until(
            "the lock is known",
            async () => (await owner.get("/api/my/boxes")).body.boxes[0].state.tx.locks.includes("quiet"),
          );
          await phone.open("/tools");
          await phone.tab.click('[data-tool="beside"][data-state="on"]');
          await types("say >hush", "sent: false");
          await wrote("Not transmitted: your receiver may not transmit now (");
          box.parts.switches.change({ quiet: false });
          await until("the lock is open", async () => {
            await box.parts.transmitter.gate.ask(["OE1BOX-10", "OE1BOX"]);
            return (await owner.get("/api/my/boxes")).body.boxes[0].state.tx.locks.length === 0;
          });
          await phone.open("/tools");
          await phone.tab.click('[data-tool="beside"][data-state="on"]');
          await types("plan", "planned");
          await wrote("Transmitted: >73 de a tool");
          assert.equal(onAir()[1], "OE1BOX>APZSVC,WIDE1-1,WIDE2-1:>73 de a tool");
          await phone.open("/me/boxes");
          await phone.press("Commands and log");
          await phone.sees("packet, OE1BOX, tool beside");
        });
      } finally {
        await box.stop();
        await tnc.close();
        await line.shutdown();
      }
    }),
  { webgl: false },
);
