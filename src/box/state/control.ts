/**
 * The channel between a running box and the commands beside it: HTTP on a loopback port of its own, under a token that
 * stands in the folder's lock file, which its owner alone can read.
 */
import { sameSecret } from "../../base/mod.ts";
import type { TxSwitch } from "../config/box_file.ts";
import type { Hearing } from "../connections/hearing.ts";
import { isSimulated } from "../connections/supervise.ts";
import { identityOf, joinedOf } from "../gateway/identity.ts";
import { asObject, asText } from "../json.ts";
import type { Hearings, Kept, OnAir, OnHost } from "../parts.ts";
import type { KeyTest } from "../services/key_test.ts";
import { shownAddress } from "../config/address.ts";
import { statusOf, type StatusParts } from "./status.ts";

/** One line of `box watch`. */
export interface Watched {
  /** Unix seconds, by the best clock there is. */
  at: number;
  connection: string;
  via: Hearing["via"];
  site: string | null;
  direct: boolean;
  source: string;
  text: string;
}

/** By what time a hearing is shown, and under which connection. */
type WatchParts = Pick<Kept, "clock"> & Pick<OnHost, "world"> & Pick<OnAir, "connections">;

/** A hearing as `box watch` shows it. */
const watchedOf = (parts: WatchParts, hearing: Hearing): Watched => ({
  at: parts.clock.trueNow() ?? parts.world.now(),
  connection: shownAddress(parts.connections[hearing.connection]!.address.text),
  via: hearing.via,
  site: hearing.site,
  direct: hearing.direct,
  source: hearing.packet?.source ?? hearing.mesh?.source ?? hearing.frame?.source ?? "",
  text: hearing.text,
});

/** Lines that may wait for a slow watcher; further ones are left out for it. */
const MOST_OWED = 500;

/** A stream of what is heard, a JSON object a line, until the asker goes. */
function watching(parts: WatchParts & Pick<Hearings, "hub">): Response {
  const encoder = new TextEncoder();
  let end = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      end = parts.hub.listen((hearing) => {
        if ((controller.desiredSize ?? 0) <= -MOST_OWED) return;
        controller.enqueue(encoder.encode(JSON.stringify(watchedOf(parts, hearing)) + "\n"));
      });
      controller.enqueue(encoder.encode("\n"));
    },
    cancel: () => end(),
  });
  return new Response(body, { headers: { "content-type": "application/x-ndjson" } });
}

const TX: readonly unknown[] = ["on", "off", "dry"];

async function switchIt(parts: StatusParts, request: Request): Promise<Response> {
  // Its switches are not those of the box, and go when it ends.
  if (isSimulated(parts)) return new Response(null, { status: 409 });
  const asked = await request.json().catch(() => undefined);
  const change: { tx?: TxSwitch; quiet?: boolean } = {};
  if (TX.includes(asked?.tx)) change.tx = asked.tx;
  if (typeof asked?.quiet === "boolean") change.quiet = asked.quiet;
  parts.switches.change(change);
  return Response.json(statusOf(parts));
}

/** What a command asks of a running box beside its switches. */
interface Acts {
  /** As of `RunningBox`. */
  connect(text: string): string | undefined;
  testKey(address?: string): Promise<KeyTest>;
}

const textOf = async (request: Request, name: string): Promise<string | undefined> =>
  asText(asObject(await request.json().catch(() => undefined))[name], 1000);

/** Answers commands. `stop` ends the streams. */
export function controlHandler(
  parts: StatusParts & Hearings & Pick<Kept, "dir">,
  acts: Acts,
  token: string,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const shown = request.headers.get("authorization") ?? "";
    if (!sameSecret(shown, `Bearer ${token}`)) return new Response(null, { status: 401 });
    const { pathname } = new URL(request.url);
    if (request.method === "GET" && pathname === "/status") return Response.json(statusOf(parts));
    if (request.method === "GET" && pathname === "/watch") return watching(parts);
    if (request.method === "POST" && pathname === "/switch") return await switchIt(parts, request);
    if (request.method === "POST" && pathname === "/connect") {
      const problem = acts.connect(await textOf(request, "address") ?? "");
      return problem === undefined
        ? Response.json(statusOf(parts))
        : Response.json({ problem }, { status: 409 });
    }
    if (request.method === "POST" && pathname === "/test") {
      return Response.json(await acts.testKey(await textOf(request, "address")));
    }
    if (request.method === "POST" && pathname === "/joined") {
      parts.switches.reload();
      const { file } = parts.switches;
      parts.client.become({ ...identityOf(parts.dir, file), ...joinedOf(parts.facts, file) });
      parts.sender.again();
      return Response.json(statusOf(parts));
    }
    return new Response(null, { status: 404 });
  };
}
