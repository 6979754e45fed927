/** What a page of administration has done to the host itself: a line in its file, a restart, a whole backup in its place. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { Database } from "../../src/db/mod.ts";
import { chromiumThere, HOW_TO_GET_CHROMIUM, shareBrowser } from "../kit/browser.ts";
import { freePort } from "../kit/free_port.ts";
import { Instance } from "../kit/instance_process.ts";
import { DESKTOP, openPhone, PHONE, type Phone, type Screen } from "../kit/phone.ts";
import { FLAGS, ROOT, type Server, startServer, withFolder } from "../kit/server.ts";
import { missing } from "../kit/test_data.ts";
import { PHRASE, wholeBackup } from "../kit/whole_backup.ts";

/** A gateway as `start` begins it, and its operator's browser; all gone after `use`. */
function started(
  name: string,
  screen: Screen,
  use: (with_: { phone: Phone; server: Server; folder: string }) => Promise<void>,
): void {
  Deno.test({
    name,
    ignore: missing("Chromium", chromiumThere(), HOW_TO_GET_CHROMIUM),
    sanitizeOps: false,
    sanitizeResources: false,
    fn: () =>
      withFolder(async (folder) => {
        const server = await startServer(
          // It comes back to the same port.
          { DATA_DIR: join(folder, "data"), LOG_LEVEL: "warning", PORT: String(freePort()) },
          { command: [Deno.execPath(), ...FLAGS, join(ROOT, "main.ts"), "start", "--call", "OE1SYS"] },
        );
        const browser = shareBrowser({});
        try {
          const opened = await fetch(`${server.url}/auth/email/verify`, {
            method: "POST",
            body: new URLSearchParams({ token: server.token! }),
            redirect: "manual",
          });
          await opened.body?.cancel();
          const cookie = opened.headers.get("set-cookie")!.split(";")[0]!;
          await use({
            phone: await openPhone(browser, server.url, { cookie, screen, lean: true }),
            server,
            folder,
          });
        } finally {
          await browser.close();
          await server.stop();
        }
      }),
  });
}
const instanceAt = async ({ url }: Server): Promise<string> =>
  (await (await fetch(`${url}/health`)).json()).instance;

started(
  "an address of a private network: the page writes the line that allows it, restarts the gateway, and asks it then",
  DESKTOP,
  async ({ phone, folder }) => {
    const neighbour = await new Instance("b.example", join(folder, "other"), {}).start();
    try {
      await phone.open("/admin/neighbours/add");
      await phone.fill("#target", neighbour.server.url);
      await phone.press("See who answers");
      await phone.sees("It was not asked");
      await phone.press("Write it into the host's file");
      await phone.sees("in use after a restart");
      assert.match(await Deno.readTextFile(join(folder, "data/gateway.env")), /^FED_ALLOW_PRIVATE="1"$/m);
      await phone.press("See who answers");
      await phone.sees("It was not asked");
      await phone.press("Restart now");
      await phone.sees("look again");
      await phone.press("See who answers");
      await phone.sees("b.example");
      await phone.tab.until(`!document.body.innerText.includes("It was not asked")`);
    } finally {
      await neighbour.server.stop();
    }
  },
);

started(
  "a fresh host's first page takes a whole backup: sent, checked, still ready after a reload, and put in place",
  PHONE,
  async ({ phone, server, folder }) => {
    const file = join(folder, "sent.tar");
    await Deno.writeFile(file, (await wholeBackup(folder)).archive);
    const own = await instanceAt(server), { tab } = phone;
    await phone.open("/admin/first");
    await phone.press("Bring an instance back");
    await tab.count("#restore-file");
    const { root } = await tab.send("DOM.getDocument");
    const { nodeId } = await tab.send("DOM.querySelector", {
      nodeId: root.nodeId,
      selector: "#restore-file",
    });
    await tab.send("DOM.setFileInputFiles", { files: [file], nodeId });
    await phone.sees("It is checked from start to end");
    await phone.fill("#restore-passphrase", "wrong horse battery");
    await phone.press("Check it");
    await phone.sees("does not open the secrets");
    await phone.write("#restore-passphrase", PHRASE);
    await phone.press("Check it");
    await phone.sees("It is whole: hill.example");
    await phone.open("/admin/first");
    await phone.sees("It is whole: hill.example");
    await phone.sees("it will be itself again");
    assert.equal(await instanceAt(server), own, "until somebody says so nothing is changed");
    await phone.press("Restore");
    await phone.sees("It is back.");
    assert.equal(await instanceAt(server), "hill.example");
    await tab.until(`location.pathname === "/sign-in"`);
  },
);

started(
  "another address: the page says first what stops by it and hands a link along; only then is it written",
  PHONE,
  async ({ phone, folder }) => {
    const db = new Database(join(folder, "data/gateway.db"));
    db.writeNow((tx) =>
      db.sql(
        `INSERT INTO passkey (id, account_id, public_key, counter, transports, added_at)
         SELECT 'a', id, x'00', 0, '[]', 5 FROM account`,
      ).run(tx, {})
    );
    db.close();
    const written = async () =>
      /^APP_URL=.*/m.exec(await Deno.readTextFile(join(folder, "data/gateway.env")))?.[0];
    const before = await written();
    await phone.open("/admin/settings?find=APP_URL");
    await phone.write("#APP_URL-host", "https://club.example");
    await phone.tab.press(`document.querySelector("#APP_URL-host").form.querySelector("[type=submit]")`);
    await phone.sees("Before https://club.example becomes the address");
    const guide = `document.querySelector("[aria-labelledby=address-title]")`;
    const lines = await phone.tab.evaluate(
      `[...${guide}.querySelectorAll("li")].map((one) => one.innerText)`,
    ) as string[];
    const expected = [
      /^You act as operator at https:\/\/club\.example alone/,
      /^1 passkey/,
      /^1 person has no/,
      /INSTANCE_ID=/,
    ];
    assert.equal(lines.length, expected.length, lines.join("\n"));
    for (const [i, line] of expected.entries()) assert.match(lines[i]!, line);
    assert.equal(await written(), before, "asked, and nothing written");
    await phone.press("Make my link");
    await phone.tab.count("[aria-labelledby=address-title] svg");
    const link = await phone.tab.evaluate(`${guide}.querySelector("code").innerText`) as string;
    assert.match(link, /^https:\/\/club\.example\/auth\/email\/verify\?token=[\w-]+$/);
    assert.equal(await written(), before);
    await phone.press("Write the new address");
    await phone.tab.count("[aria-labelledby=address-title]", 0);
    assert.equal(await written(), 'APP_URL="https://club.example"');
  },
);
