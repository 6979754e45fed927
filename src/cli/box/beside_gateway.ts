/** `start --with-box`: gateway and box in one process, still over HTTP on loopback. Joined by itself, once. */
import { join } from "node:path";
import { hasBox, joinGateway, PAGE, realIo, rewrite, serveBox } from "../../box/mod.ts";
import type { App } from "../../app.ts";
import type { House } from "../../wiring/house.ts";
import { makeCode, trustBox } from "./boxes.ts";
import { say } from "../program.ts";

export interface BesideOptions {
  /** The operator's call, under which the box enrols as station -10. */
  operator: string;
  connections: readonly string[];
}

/**
 * Where the box reaches the gateway: over http on loopback. A gateway that only has https answers under a name that
 * is not loopback's, so a listener of its own is opened there for the box.
 */
function doorOf(app: App, url: string): { address: string; close(): Promise<void> } {
  if (url.startsWith("http:")) {
    return { address: url.replace("//localhost", "//127.0.0.1"), close: () => Promise.resolve() };
  }
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request, info) => app.handler(request, info),
  );
  return { address: `http://127.0.0.1:${server.addr.port}`, close: () => server.shutdown() };
}

/**
 * Starts the box of the gateway's data folder; makes it and joins it where there is none. Gives a function that ends
 * it.
 */
export async function startBeside(
  app: App,
  house: House,
  url: string,
  { operator, connections }: BesideOptions,
): Promise<() => Promise<void>> {
  const dir = join(house.dataDir, "box");
  const { address, close } = doorOf(app, url);
  // The gateway may listen on another address than last time.
  if (hasBox(dir)) rewrite(dir, house.world, { gateways: [address] });
  else {
    const { code } = makeCode(app, house, "with the gateway");
    const call = operator.includes("-") ? operator : `${operator}-10`;
    const ask = { dir, address, code, call, connections, again: false };
    const { file } = await joinGateway(ask, house.world);
    // Whoever starts both at one shell is the operator, so the receivers named there are trusted.
    const sites = [
      ...new Set(connections.flatMap((one) => /[?&]site=([A-Za-z0-9-]{3,9})/.exec(one)?.[1] ?? [])),
    ];
    if (sites.length > 0) trustBox(app, house, file.box, sites.map((site) => site.toUpperCase()));
    say(`Made the box ${file.box} in ${dir}; what it listens to is in box.json.`);
  }
  const box = serveBox({ dir, http: PAGE, world: house.world, io: realIo() });
  say(
    `Box ${box.parts.switches.file.call} listens beside the gateway${
      box.page ? `, its state: ${box.page}` : ""
    }`,
  );
  return async () => {
    await box.stop();
    await close();
  };
}
