/** Files of tools: from the gateway's copies where it has them, else from their own address, by a frame that may go there alone. */
import type { App } from "../../phone/app.ts";
import { routeTo } from "../../phone/wire/routes.ts";
import { member } from "../run/shapes.ts";
import { frameAddress } from "../run/frame_address.ts";

/** What the gateway says of a registry, as far as it is needed here. */
export interface Source {
  id: string;
  url: string;
  proxied: boolean;
}
/** Where the program's own tools lie. */
export const OWN = routeTo("GET /api/tools/registries/:id/file", { params: { id: "builtin" } });
const PATIENCE_MS = 20_000;
/** Most bytes of each kind of files. */
const BYTES_MOST = { list: 256 << 10, manifest: 64 << 10, script: 512 << 10 } as const;

/** A file of a registry, or of an address alone; `undefined` where it cannot be had. */
export async function fetchFile(
  app: App,
  kind: keyof typeof BYTES_MOST,
  at: string,
  source?: Source,
): Promise<Uint8Array | undefined> {
  const bytes = await fromAnywhere(app, at, source);
  return bytes && bytes.byteLength <= BYTES_MOST[kind] ? bytes : undefined;
}

async function fromAnywhere(app: App, at: string, source?: Source): Promise<Uint8Array | undefined> {
  if (at.startsWith("/")) return await fromHere(app, at);
  if (source?.proxied) {
    const query = at === source.url ? {} : { url: at };
    return await fromHere(
      app,
      routeTo("GET /api/tools/registries/:id/file", { params: { id: source.id }, query }),
    );
  }
  return /^https:/.test(at) ? await fromThere(app, at) : undefined;
}

async function fromHere(app: App, path: string): Promise<Uint8Array | undefined> {
  const answer = await app.gateway.bytes(path);
  return answer.ok ? new Uint8Array(answer.value.bytes) : undefined;
}

/** The page itself may ask nobody but its gateway: a frame without origin asks, and sends no cookie of anybody's. */
function fromThere({ world }: App, address: string): Promise<Uint8Array | undefined> {
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts");
  frame.hidden = true;
  frame.src = frameAddress([new URL(address).origin]);
  return new Promise((give) => {
    const end = (bytes?: Uint8Array) => {
      callOff();
      removeEventListener("message", heard);
      frame.remove();
      give(bytes);
    };
    const heard = ({ source, data }: MessageEvent) => {
      if (source !== frame.contentWindow) return;
      const bytes = member(data, "bytes");
      if (member(data, "type") === "ready") frame.contentWindow!.postMessage({ type: "fetch", address }, "*");
      else if (member(data, "type") === "fetched") {
        end(bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : undefined);
      }
    };
    const callOff = world.later(() => end(), PATIENCE_MS);
    addEventListener("message", heard);
    document.body.append(frame);
  });
}
