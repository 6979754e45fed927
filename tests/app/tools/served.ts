/** A tool at an https address of its author's, in a browser whose user trusts that authority and no other. */
import { createHash, generateKeyPairSync, sign } from "node:crypto";
import canonicalize from "canonicalize";
import { Door } from "../../../src/tls/mod.ts";
import { networkOf } from "../../../src/http/mod.ts";
import { openBrowser } from "../../kit/browser.ts";
import { type Field, openPhone, type Phone, signedIn } from "../../kit/phone.ts";
import { withFolder } from "../../kit/server.ts";
import { move, ownCertificate, trust } from "../../kit/tls.ts";
import { testWorld } from "../../kit/world.ts";

/** The name that the made-up host of the author has. */
const NAME = "club-example.local";
export const OWN = "OE1BOX";

export interface Served {
  phone: Phone;
  /** Address of a file there; `bad`: at a host whose authority nobody trusts. */
  at(path: string, bad?: "untrusted"): string;
  /** What was asked for there, with whose cookies. */
  asked: { path: string; cookie: string | null; origin: string | null }[];
}

/** A signed manifest of a script. */
export const manifestOf = (script: string, more: object, author = generateKeyPairSync("ed25519")) => {
  const { publicKey, privateKey } = author;
  const manifest = {
    name: "beside",
    title: "Beside pages",
    author: "OE1XYZ",
    version: "1",
    api: "1.0",
    entrySha256: createHash("sha256").update(script).digest("base64"),
    pubkey: publicKey.export({ format: "jwk" }).x!,
    ...more,
  };
  const signature = sign(null, new TextEncoder().encode(canonicalize(manifest)!), privateKey);
  return JSON.stringify({ ...manifest, signature: signature.toString("base64") });
};

/** Serves the tool, and gives a phone that is signed in. */
export const withTool = (
  field: Field,
  { script, permissions }: { script: string; permissions: readonly string[] },
  use: (served: Served) => Promise<void>,
) =>
  withFolder(async (folder) => {
    const world = testWorld("seed", Math.floor(Date.now() / 1000));
    move(world, ["127.0.0.1"], "pi");
    const manifest = manifestOf(script, { permissions, surfaces: ["web", "map"] });
    const asked: Served["asked"] = [];
    const open = { "access-control-allow-origin": "*" };
    const files: Record<string, () => Response> = {
      "/beside/tool.json": () => new Response(manifest, { headers: open }),
      "/beside/tool.js": () => new Response(script, { headers: open }),
      // What a page of another origin may not read, what is too large, and what leads back to the gateway.
      "/closed/tool.json": () => new Response(manifest),
      "/large/tool.json": () => new Response(new Uint8Array(2 << 20), { headers: open }),
      "/back/tool.json": () =>
        new Response(null, { status: 302, headers: { ...open, location: `${field.url}/api/start` } }),
    };
    const doors = await Promise.all(["trusted", "untrusted"].map(async (name) => {
      const dataDir = `${folder}/${name}`;
      await Deno.mkdir(dataDir);
      const own = await ownCertificate(dataDir, world);
      const door = new Door({
        ...{ hostname: "127.0.0.1", port: 0, world },
        pair: () => own.leaf,
        names: () => true,
        handler: (request) => {
          const { pathname: path } = new URL(request.url), { headers } = request;
          asked.push({ path, cookie: headers.get("cookie"), origin: headers.get("origin") });
          return Promise.resolve(files[path]?.() ?? new Response(null, { status: 404, headers: open }));
        },
        networkOf,
      });
      return { name, door };
    }));
    await trust(`${folder}/home`, `${folder}/trusted/tls/authority.pem`);
    const browser = await openBrowser({ home: `${folder}/home`, hosts: { [NAME]: "127.0.0.1" } });
    try {
      const cookie = await signedIn(field.app, field.url, OWN);
      const phone = await openPhone(browser, field.url, { cookie, lean: true });
      const portOf = (wanted: string) => doors.find(({ name }) => name === wanted)!.door.port;
      await use({ phone, at: (path, bad) => `https://${NAME}:${portOf(bad ?? "trusted")}${path}`, asked });
    } finally {
      await browser.close();
      for (const { door } of doors) await door.close();
    }
  });

/** Looks a tool up by its address and installs it. */
export async function install(phone: Phone, address: string): Promise<void> {
  await phone.open("/tools");
  await look(phone, address);
  await phone.tab.count("[data-prompt]");
  await phone.press("Install it");
  await phone.tab.count("[data-open]");
}
export async function look(phone: Phone, address: string): Promise<void> {
  if (!await phone.tab.evaluate(`document.querySelector("details[open] #tool-address") !== null`)) {
    await phone.tab.press(`document.querySelector("details:has(#tool-address) > summary")`);
  }
  await phone.write("#tool-address", address);
  await phone.press("Show what it asks for");
}
