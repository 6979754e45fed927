/** The box's state page in a real Chromium, on a phone and on a desk: judged by axe-core, and its one button. */
import assert from "node:assert/strict";
import axe from "axe-core";
import { encodeFrame, encodeKiss } from "../../src/aprs/mod.ts";
import { pageHandler } from "../../src/box/state/page.ts";
import { RecentlyHeard } from "../../src/box/state/recent.ts";
import { listeningApp, makeBox, runBox, testTnc, until } from "../kit/box.ts";
import { chromiumThere, HOW_TO_GET_CHROMIUM, openBrowser, type Tab } from "../kit/browser.ts";
import { withFolder } from "../kit/server.ts";

const SCREENS = [
  { name: "phone", width: 360, height: 740 },
  { name: "desk", width: 1280, height: 800 },
];

/** What axe finds wrong by WCAG 2.2, levels A and AA: rule and element. */
async function faults(tab: Tab): Promise<string[]> {
  // The page's policy lets no script in that is not its own: the browser itself brings the judge.
  await tab.evaluate(axe.source);
  return await tab.evaluate(`axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"] })
    .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ": " + html)))`) as string[];
}

const NAME =
  "the state page on a phone and a desk, light and dark: nothing for axe, nothing cut off, and it silences";

Deno.test({
  name: NAME,
  ignore: !chromiumThere() && Deno.env.get("CI") !== "true",
  fn: () => seen(),
});

const seen = () =>
  withFolder(async (dir) => {
    if (!chromiumThere()) throw new Error(HOW_TO_GET_CHROMIUM);
    const gateway = listeningApp(), tnc = testTnc();
    const nowhere =
      `kiss:/dev/serial/by-id/usb-A_very_long_name_of_a_maker_of_serial_cables-if00-port0?baud=9600`;
    await makeBox(dir, gateway, { connections: [`${tnc.address}?site=OE1BOX-10`, nowhere] }, {
      sites: ["OE1BOX-10"],
    });
    const box = runBox(dir), { parts } = box;
    const recent = new RecentlyHeard(parts.hub, () => parts.clock.trueNow() ?? parts.world.now());
    const page = pageHandler(parts, recent, { host: "127.0.0.1" }, box.connect);
    const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, page);
    const browser = await openBrowser();
    try {
      await until("the TNC's client", () => tnc.clients.size === 1);
      for (let n = 0; n < 12; n++) {
        const info = `=48${10 + n}.50N/016${20 + n}.43E>${"unbroken".repeat(n)} <b>on</b> the road`;
        const path = n % 3 === 0 ? [{ call: "OE3XAR", used: true }] : [];
        await tnc.hears(
          encodeKiss(encodeFrame({ source: `OE1AA-${n + 1}`, destination: "APRS", path, info })!),
        );
      }
      await until("the frames", () => parts.spool.sums().sent === 12);
      parts.db.writeNow((tx) =>
        void parts.transmitter.log.insert(tx, {
          at: parts.clock.signingNow(),
          port: nowhere,
          purpose: "beacon",
          frame: `OE1BOX-10>APZSVC:!4812.50N/01622.43E-${"unbroken".repeat(20)}`,
          verdict: "refused",
          rules: "box_off",
          why: "the box's switch is off",
          airMs: 0,
        })
      );
      const tab = await browser.tab();
      for (const { name, width, height } of SCREENS) {
        const mobile = name === "phone";
        await tab.send("Emulation.setDeviceMetricsOverride", {
          width,
          height,
          deviceScaleFactor: 1,
          mobile,
        });
        for (const look of ["light", "dark"]) {
          const features = [{ name: "prefers-color-scheme", value: look }];
          await tab.send("Emulation.setEmulatedMedia", { features });
          await tab.goto(`http://127.0.0.1:${server.addr.port}/`);
          await tab.count("#heard tr", 24);
          await tab.count("#sent tr", 2);
          await tab.until(`document.getElementById("sum").textContent.startsWith("12 in = 12 sent")`);
          assert.deepEqual(await faults(tab), [], `${name}, ${look}`);
          // A box that plays a recording says so in large type.
          await tab.evaluate(`document.getElementById("simulated").hidden = false`);
          assert.deepEqual(await faults(tab), [], `${name}, ${look}, simulation`);
          const wide = await tab.evaluate(
            `[...document.querySelectorAll("main *")].filter((one) => one.getBoundingClientRect().right > ${width})
              .map((one) => one.outerHTML.slice(0, 80))`,
          );
          assert.deepEqual(wide, [], name);
          const broken = await tab.evaluate(
            `[...document.querySelectorAll("td:not(.long)")].map((td) => td.textContent).filter((_, i) => {
              const range = document.createRange();
              range.selectNodeContents(document.querySelectorAll("td:not(.long)")[i]);
              return range.getClientRects().length > 1;
            })`,
          );
          assert.deepEqual(broken, [], "a call, a time or a number is broken into lines");
          const where = Deno.env.get("PICTURES");
          if (where) {
            const { data } = await tab.send("Page.captureScreenshot", { captureBeyondViewport: true });
            await Deno.writeFile(`${where}/box_${name}_${look}.png`, Buffer.from(data, "base64"));
          }
        }
      }
      assert.equal(
        await tab.evaluate(`document.querySelectorAll("#heard b").length`),
        0,
        "text is no markup",
      );
      // By keyboard alone: the first stop is the one button.
      await tab.send("Input.dispatchKeyEvent", { type: "keyDown", key: "Tab", code: "Tab" });
      assert.equal(await tab.evaluate("document.activeElement.id"), "silence");
      assert.equal(parts.switches.file.quiet, false);
      await tab.send("Input.dispatchKeyEvent", {
        type: "keyDown",
        key: "Enter",
        code: "Enter",
        text: "\r",
      });
      await tab.until(`document.getElementById("silenced").textContent.startsWith("Silent")`);
      assert.equal(parts.switches.file.quiet, true);
      // It says so to whoever opens the page later, and no more once it is lifted at the box.
      await tab.goto(`http://127.0.0.1:${server.addr.port}/`);
      await tab.until(`document.getElementById("silenced").textContent.startsWith("Silent")`);
      parts.switches.change({ quiet: false });
      await tab.until(`document.getElementById("silenced").textContent === ""`);
      assert.deepEqual(tab.complaints, []);
    } finally {
      await browser.close();
      await server.shutdown();
      await box.stop();
      await tnc.close();
      await gateway.close();
    }
  });
