/** `start --with-box` of a gateway that speaks https alone, under a name that loopback has not. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { encodeFrame, encodeKiss } from "../../src/aprs/mod.ts";
import { boxStatus, eventually } from "../kit/box_process.ts";
import { testTnc } from "../kit/box.ts";
import { has } from "../kit/peers.ts";
import { serverEnv, startServer, withFolder } from "../kit/server.ts";

Deno.test("the box beside a gateway with a certificate of its operator's reaches it over loopback", () =>
  withFolder(async (folder) => {
    if (!has("openssl")) return;
    const [cert, key] = [join(folder, "cert.pem"), join(folder, "key.pem")];
    const made = await new Deno.Command("openssl", {
      args: ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"]
        .concat("-subj", "/CN=club.example", "-addext", "subjectAltName=DNS:club.example")
        .concat("-keyout", key, "-out", cert),
      stderr: "null",
    }).output();
    assert.ok(made.success);
    const tnc = testTnc();
    const connect = `${tnc.address}?site=OE1SYS-10`, dir = join(folder, "data/box");
    const env = { ...serverEnv(join(folder, "data")), TLS_CERT: cert, TLS_KEY: key };
    try {
      // Once made, and once found again: the door is another one each time.
      for (const source of ["OE2FND-7", "OE2FND-8"]) {
        const server = await startServer(env, { args: ["start", "--with-box", "--connect", connect] });
        assert.match(server.url, /^https:/);
        try {
          await eventually("the TNC's client", () => Promise.resolve(tnc.clients.size === 1));
          const info = "=4812.50N/01622.43E>";
          await tnc.hears(encodeKiss(encodeFrame({ source, destination: "APRS", path: [], info })!));
          const { spool } = await eventually("the frame to be taken", async () => {
            const { status } = await boxStatus(dir);
            return status?.spool.in > 0 && status.spool.waiting === 0 && status;
          });
          assert.equal(spool.sent, spool.in);
        } finally {
          assert.equal(await server.stop(), 0);
        }
      }
    } finally {
      await tnc.close();
    }
  }));
