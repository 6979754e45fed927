/** A real aprx beside the box on one TNC, both gates of one server: they agree on what goes to the Internet. */
import assert from "node:assert/strict";
import { aprsIsPasscode, decodeTnc2, encodeFrame, encodeKiss, isUnreadable } from "../../src/aprs/mod.ts";
import { igate } from "../../src/box/services/igate/igate.ts";
import { aprsIsServer } from "../kit/aprsis_server.ts";
import { listeningApp, makeBox, runBox, testTnc, until } from "../kit/box.ts";
import { has } from "../kit/peers.ts";
import { withFolder } from "../kit/server.ts";
import { program } from "../kit/test_data.ts";

const HEARD = [
  "OE1CAR-9>APDR16,WIDE1-1:!4812.50N/01622.43E>088/036/A=000617Driving",
  "OE3HUT>APRS,OE6XDR*,WIDE2-1:=4756.50N/01551.00E-Hut",
  "OE1CAR-9>APDR16::OE3HUT   :On the way{7",
  'OE5MIC-7>T7SP5W:`-Lul"4>/]"4T}Mic-E=',
  "OE1PRI>APRS,NOGATE:>private",
  "OE1PRI>APRS,RFONLY:>radio only",
  "OE1NET>APRS,TCPIP:>from the Internet",
  "OE1ASK>APRS:?APRS?",
  "OE1GAT>APRS:}DL1ABC>APRS,TCPIP,OE1GAT*::OE3HUT   :relayed",
  "OE8WX-13>APRS:@092345z4638.50N/01418.00E_220/004g005t077r000p000P000h50b09900wRSW",
  "OE1END>APRS:>the last",
];
const CALL = "OE1APX-10";

Deno.test("aprx and the box hand the same packets to the Internet", () =>
  withFolder(async (dir) => {
    if (!has("aprx")) return;
    const gateway = listeningApp(), tnc = testTnc(), is = aprsIsServer();
    await Deno.writeTextFile(
      `${dir}/aprx.conf`,
      `mycall ${CALL}
<aprsis>
  login ${CALL}
  passcode ${aprsIsPasscode(CALL)}
  server 127.0.0.1 ${is.port}
</aprsis>
<logging>
  pidfile ${dir}/aprx.pid
  rflog ${dir}/rf.log
  aprxlog ${dir}/aprx.log
</logging>
<interface>
  tcp-device 127.0.0.1 ${new URL(tnc.address.replace("kiss", "http")).port} KISS
  callsign ${CALL}
  tx-ok false
</interface>
`,
    );
    const aprx = new Deno.Command(program("aprx")!, {
      args: ["-d", "-f", `${dir}/aprx.conf`],
      stdin: "null",
      stdout: "null",
      stderr: "null",
    }).spawn();
    const connections = [`${tnc.address}?site=OE1BOX-10`, `${is.address}?pass=auto&tx=on`];
    await makeBox(dir, gateway, { connections, services: { igate: { toInternet: true } } });
    const box = runBox(dir, { services: [igate] });
    try {
      await until("both at the TNC", () => tnc.clients.size === 2);
      await until("both at the server", () => is.logins.size === 2);
      for (const line of HEARD) {
        const packet = decodeTnc2(line);
        if (isUnreadable(packet)) throw new Error(packet.unreadable);
        await tnc.hears(encodeKiss(encodeFrame(packet)!));
      }
      const by = (gate: string) =>
        is.received.filter((line) => line.includes(`,${gate}:`)).map((line) =>
          line.replace(/,qA[Ro],[^:]+|,qAO,[^:]+/, "")
        );
      await until(() => `both to gate the last: ${is.received.join("\n")}`, () =>
        [CALL, "OE1BOX-10"].every((gate) => by(gate).some((line) => line.endsWith("the last"))));
      assert.deepEqual(by("OE1BOX-10").toSorted(), by(CALL).toSorted());
      assert.equal(by("OE1BOX-10").length, 6);
    } finally {
      await box.stop();
      aprx.kill("SIGKILL");
      await aprx.status;
      await tnc.close();
      await is.close();
      await gateway.close();
    }
  }));
