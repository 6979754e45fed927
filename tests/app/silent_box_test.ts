/**
 * A receiver that falls silent, in the browser: a real box process is stopped, and the sysop's page and its owner's say since
 * when, and what to look at; when it runs again both say so by themselves.
 */
import { startBoxProcess } from "../kit/box_process.ts";
import { makeBox } from "../kit/box.ts";
import { freePort } from "../kit/free_port.ts";
import { journey } from "../kit/journey.ts";
import type { Phone } from "../kit/phone.ts";
import { member } from "../kit/seed_game.ts";
import { withFolder } from "../kit/server.ts";

const SYSOP = "OE1XYZ";
/** The page is looked at again, which asks at once. */
const lookAgain = (phone: Phone) =>
  phone.tab.evaluate(`document.dispatchEvent(new Event("visibilitychange"))`);

journey(
  "a box that was stopped is silent on the sysop's page and on its owner's, and back when it runs again",
  (field) =>
    withFolder(async (dir) => {
      const { app, url } = field;
      await makeBox(dir, { app, url }, { connections: [`kiss://127.0.0.1:${freePort()}`] });
      const { accountId } = member(app, SYSOP);
      app.db.writeNow((tx) =>
        app.db.sql<{ account: number }>(
          "INSERT INTO box_owner (box, account_id, since) VALUES ('attic', :account, 0)",
        ).run(tx, { account: accountId })
      );
      const phone = await field.phone({ call: SYSOP });
      let box = await startBoxProcess(dir);
      try {
        await phone.open("/admin/receivers/attic");
        await phone.comes(`(document.dispatchEvent(new Event("visibilitychange")),
          document.body.innerText.includes("Hears"))`);
        await box.stop("SIGTERM");
        // Twenty minutes later: what it said last is as old as that.
        app.db.writeNow((tx) => {
          app.db.sql<Record<never, never>>("UPDATE box_report SET at = at - 1200").run(tx, {});
          app.db.sql<Record<never, never>>("UPDATE box SET last_seen_at = last_seen_at - 1200").run(tx, {});
        });
        await lookAgain(phone);
        await phone.sees("attic is silent. Last heard 20 minutes ago");
        await phone.sees("Likely, in this order: no power or network;");
        await phone.open("/me/boxes");
        await phone.sees("Silent for 20 min. Is it switched on, and does its network work?");
        box = await startBoxProcess(dir);
        await phone.comes(`(document.dispatchEvent(new Event("visibilitychange")),
          document.body.innerText.includes("Reported"))`);
        await phone.open("/admin/receivers/attic");
        await phone.tab.until(`!document.body.innerText.includes("is silent")`);
        // The same box, playing a recording: neither page takes that for hearing.
        app.db.writeNow((tx) =>
          app.db.sql<Record<never, never>>(
            "UPDATE box_report SET report = json_set(report, '$.simulated', json('true'))",
          ).run(tx, {})
        );
        await lookAgain(phone);
        await phone.sees("attic plays a recording to try the way here. It hears nothing");
        await phone.tab.until(`!document.body.innerText.includes("Hears")`);
        await phone.open("/me/boxes");
        await phone.sees("It plays a recording: it hears nothing, and nothing is kept.");
      } finally {
        await box.stop("SIGTERM");
      }
    }),
  { env: { ADMIN_CALLSIGNS: SYSOP }, devices: ["phone"] },
);
