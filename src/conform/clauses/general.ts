/** What every answer has, and the small public pages (API "General behaviour", "Live and misc"). */
import type { Clause } from "../clause.ts";
import { Broken, type Probe, seen, want } from "../probe.ts";

const HOUSE = 'API "General behaviour"', MISC = 'API "Live and misc"';
/** API "Limits". */
const BODY = 20 << 20;
const WS_MS = 10_000;

export const GENERAL: readonly Clause[] = [
  {
    id: "options",
    of: HOUSE,
    says: "OPTIONS on any path is 204",
    look: async (probe) => {
      for (const path of ["/api/caches", "/no/such/path"]) {
        const answer = await probe.ask("OPTIONS", path);
        want(answer.status === 204, `OPTIONS ${path}: ${answer.status}`);
      }
    },
  },
  {
    id: "cross-origin",
    of: 'API "Cross-origin and addresses"',
    says: "an origin that is not the instance's own is never given credentials",
    look: async (probe) => {
      const origin = "https://conform.invalid";
      const { headers } = await probe.get("/health", { origin });
      const allowed = headers.get("access-control-allow-origin");
      want(allowed !== origin, "the foreign origin is echoed");
      want(headers.get("access-control-allow-credentials") === null, "credentials are allowed");
      want(allowed !== null || headers.has("vary"), "the answer is not cross-origin wrapped");
    },
  },
  {
    id: "body-limit",
    of: 'API "Limits"',
    says: "a body past 20 MB is 413",
    look: async (probe) => {
      const answer = await probe.ask("POST", "/api/reports", {
        body: new Uint8Array(BODY + 1),
        headers: { "content-type": "application/json" },
      });
      want(answer.status === 413, seen(answer));
    },
  },
  {
    id: "errors",
    of: 'API "Errors"',
    says: "an error is JSON with `error`",
    look: async (probe) => {
      for (const path of ["/api/no-such-route", "/api/v1/caches?bbox=1,2,3", "/api/media/no-such-file"]) {
        const answer = await probe.get(path);
        want(answer.status >= 400 && answer.status < 500, `${path}: ${seen(answer)}`);
        want(typeof answer.json?.error === "string", `${path}: ${seen(answer)}`);
        want(answer.json.error !== "", `${path}: ${seen(answer)}`);
      }
    },
  },
  {
    id: "health",
    of: MISC,
    says: "/health names ok, db, instance, commit and schema; ?live answers",
    look: async (probe) => {
      const answer = await probe.get("/health");
      want(typeof answer.json?.ok === "boolean", seen(answer));
      for (const name of ["db", "instance", "commit", "schema"]) {
        want(name in answer.json, `no ${name}: ${seen(answer)}`);
      }
      const live = await probe.get("/health?live");
      want(live.status === 200, `?live: ${seen(live)}`);
    },
  },
  {
    id: "source",
    of: 'API "Versioning"',
    says: "/.well-known/source names repository, commit, tag and licence of what runs",
    look: async (probe) => {
      const answer = await probe.get("/.well-known/source");
      want(answer.status === 200, seen(answer));
      for (const name of ["repository", "commit", "tag", "licence"]) {
        want(answer.json !== undefined && name in answer.json, `no ${name}: ${seen(answer)}`);
      }
    },
  },
  {
    id: "webauthn",
    of: MISC,
    says: "/.well-known/webauthn lists https origins",
    look: async (probe) => {
      const answer = await probe.get("/.well-known/webauthn");
      want(Array.isArray(answer.json?.origins), seen(answer));
      const plain = answer.json.origins.find((one: unknown) => !String(one).startsWith("https://"));
      want(plain === undefined || new URL(String(plain)).origin === probe.needs.base.origin, `${plain}`);
    },
  },
  {
    id: "security-txt",
    of: MISC,
    says: "security.txt has Contact lines, or is 404",
    look: async (probe) => {
      const answer = await probe.get("/.well-known/security.txt");
      want(answer.status === 404 || /^Contact: \S/m.test(answer.text), seen(answer));
    },
  },
  {
    id: "ws-region",
    of: MISC,
    says: "/ws takes the region global and refuses others with 400",
    look: async (probe) => {
      const headers = { upgrade: "websocket", connection: "Upgrade" };
      const answer = await probe.get("/ws?region=elsewhere", headers);
      want(answer.status === 400, `another region: ${seen(answer)}`);
      await opens(probe, "/ws?region=global");
    },
  },
  {
    id: "cot",
    of: MISC,
    says: "/api/cot is XML, /api/cot/stream Server-Sent Events",
    look: async (probe) => {
      const cot = await probe.get("/api/cot");
      want(cot.status === 200 && cot.text.trimStart().startsWith("<"), seen(cot));
      const stream = await probe.ask("GET", "/api/cot/stream", { beginning: true });
      want(stream.status === 200, `stream: ${stream.status}`);
      const type = stream.headers.get("content-type") ?? "";
      want(type.startsWith("text/event-stream"), `stream: ${type}`);
    },
  },
  {
    id: "feeds",
    of: MISC,
    says: "activity, caches, bulletins and leaderboard are feeds in RSS",
    look: async (probe) => {
      for (const name of ["activity", "caches", "bulletins", "leaderboard"]) {
        const answer = await probe.get(`/feeds/${name}.xml`);
        want(answer.status === 200 && answer.text.includes("<rss"), `${name}: ${seen(answer)}`);
      }
    },
  },
  {
    id: "whoami",
    of: 'API "Administration"',
    says: "whoami answers for a stranger, who is no operator",
    look: async (probe) => {
      const answer = await probe.get("/api/admin/whoami");
      want(answer.status === 200 && typeof answer.json === "object", seen(answer));
      const yes = Object.values(answer.json).includes(true) && answer.json.sysop !== false;
      want(!yes, seen(answer));
    },
  },
  {
    id: "signed-out",
    of: 'API "Sessions"',
    says: "/auth/session without one names no call",
    look: async (probe) => {
      const answer = await probe.get("/auth/session");
      want(answer.status === 200 && answer.json?.callsign === null, seen(answer));
    },
  },
];

/** Opens a WebSocket and closes it. */
function opens(probe: Probe, path: string): Promise<void> {
  const url = new URL(path, probe.needs.base);
  url.protocol = url.protocol.replace("http", "ws");
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket = new WebSocket(url);
  const late = setTimeout(() => socket.close(), WS_MS);
  socket.onopen = () => {
    resolve();
    socket.close();
  };
  socket.onclose = () => {
    clearTimeout(late);
    reject(new Broken("the region global does not open"));
  };
  socket.onerror = () => reject(new Broken("the region global does not open"));
  return promise;
}
