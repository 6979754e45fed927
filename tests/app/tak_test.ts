/**
 * The stations in TAK: the line that the page prints for its operator is run by a real shell, with real curl, sed and socat, and a real listener
 * gets whole events.
 */
import assert from "node:assert/strict";
import { takLine } from "../../src/client/shack/tak/tak_line.ts";
import { rf } from "../kit/boxes.ts";
import { journey } from "../kit/journey.ts";
import type { Field, Phone } from "../kit/phone.ts";
import { missing, program } from "../kit/test_data.ts";
import { within } from "../kit/waits.ts";

const ENV = { env: { FIRST_PARTY_SITES: "OE1GATE-1", ADMIN_CALLSIGNS: "OE1SYS" } };
const NEEDS = ["curl", "sed", "socat", "timeout"];
const isHere = NEEDS.every((name) => program(name) !== undefined);
const EVENT = /^<event version="2\.0" uid="([^"]+)".*<\/event>$/;

const hear = ({ app }: Field, call: string) =>
  app.ingest.post("/ingest", {
    packets: [rf(app, `${call}>APRS:!4812.00N/01622.20E>on the road`, "OE1GATE-1")],
  });
/** Runs a line as it stands until the test has seen enough; its whole group of processes ends with it. */
async function running(line: string, use: () => Promise<void>): Promise<void> {
  const shell = new Deno.Command("timeout", { args: ["90", "sh", "-c", line] }).spawn();
  try {
    await use();
  } finally {
    shell.kill();
    await shell.status;
  }
}
async function printed(phone: Phone, to: string, port: number): Promise<string> {
  await phone.tab.evaluate(`(() => {
    const choice = document.querySelector("#tak-to");
    choice.value = ${JSON.stringify(to)};
    choice.dispatchEvent(new Event("change", { bubbles: true }));
  })()`);
  await phone.write("#tak-host", "127.0.0.1");
  await phone.write("#tak-port", String(port));
  const line = `[...document.querySelectorAll("main code, main .code")].map((one) => one.innerText)
    .find((text) => text.includes("socat"))`;
  await phone.tab.until(`${line}?.includes(":127.0.0.1:${port}") === true`);
  return await phone.tab.evaluate(line) as string;
}

journey(
  "the line that the page prints for its operator hands whole events to a TCP listener, and each as a datagram to a UDP one",
  async (field) => {
    await hear(field, "OE3AAA-9");
    const sysop = await field.phone({ call: "OE1SYS" }), phone = await field.phone();
    await sysop.open("/live/tak");
    await sysop.sees("Nobody listens now.");
    await phone.open("/live/tak");
    await phone.sees("0 of 500 streams are open. Of these 0 of 8 count for you.");
    assert.ok(
      await phone.tab.evaluate(`document.body.innerText.includes(location.origin + "/api/cot/stream")`),
    );

    const server = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const tcp = await printed(sysop, "server", server.addr.port);
    await running(tcp, async () => {
      const connection = await within("socat connects", server.accept());
      const reader = connection.readable.pipeThrough(new TextDecoderStream()).getReader();
      let text = "";
      const next = async () => {
        while (!text.includes("\n")) {
          text += (await within("an event", reader.read())).value ?? assert.fail("ended");
        }
        const [line = "", ...rest] = text.split("\n");
        text = rest.join("\n");
        return line;
      };
      assert.equal(EVENT.exec(await next())?.[1], "APRS.OE3AAA-9");
      assert.equal(field.app.live.cot.size, 1);
      await sysop.open("/live/tak");
      await sysop.tab.until(`document.querySelector(".tak-clients td")?.innerText.startsWith("127.0.0.1")`);
      assert.ok(!await phone.tab.evaluate(`document.querySelector(".tak-clients") !== null`));
      await hear(field, "OE5BBB-7");
      assert.equal(EVENT.exec(await next())?.[1], "APRS.OE5BBB-7", "what is heard later comes too");
      await reader.cancel();
    });
    server.close();

    const device = Deno.listenDatagram({ transport: "udp", hostname: "127.0.0.1", port: 0 });
    const udp = await printed(sysop, "device", (device.addr as Deno.NetAddr).port);
    await running(udp, async () => {
      const seen = new Set<string | undefined>();
      while (seen.size < 2) {
        const [bytes] = await within("a datagram", device.receive());
        seen.add(EVENT.exec(new TextDecoder().decode(bytes))?.[1]);
      }
      assert.deepEqual([...seen].sort(), ["APRS.OE3AAA-9", "APRS.OE5BBB-7"], "one whole event in each");
    });
    device.close();
    // A member is shown no line for a shell, and whom to ask.
    await phone.sees("Ask your operator");
    assert.ok(!await phone.tab.evaluate(`/socat|curl/.test(document.body.innerText)`));
    await phone.press("As a QR code");
    await phone.tab.until(`document.querySelector("details[open] svg[role=img]") !== null`);
    await sysop.write("#tak-host", "$(reboot)");
    await sysop.sees("Give a host name or an IPv4 address, and a port from 1 to 65535.");
    assert.deepEqual(phone.tab.complaints, []);
  },
  { ...ENV, devices: isHere ? ["phone"] : [] },
);

Deno.test({
  name: "curl, sed, socat and timeout are here for the line into TAK",
  ignore: missing("curl, sed, socat", isHere, "deno task peers"),
  fn: () => {},
});

Deno.test("a host that a shell would take for more than a word makes no line; nor does a port that is none", () => {
  const line = (host: string, port = 4242) =>
    takLine("http://localhost/api/cot/stream", { over: "udp", host, port });
  for (const host of ["", "a b", "a;b", "$(x)", "`x`", "-e", "a'b", "a\nb", "a".repeat(254), "[::1]"]) {
    assert.equal(line(host), undefined, host);
  }
  for (const port of [0, -1, 65_536, 1.5, NaN]) assert.equal(line("10.0.0.1", port), undefined, String(port));
  assert.ok(line("tak.example.org", 1) && line("10.0.0.1", 65_535) && line("a".repeat(253)));
});
