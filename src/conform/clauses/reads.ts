/** The read API, exports and the reads around the game (API "Public read API", "Caches, logs, media"). */
import type { Clause } from "../clause.ts";
import { seen, want } from "../probe.ts";

const V1 = 'API "Public read API"', GAME = 'API "Caches, logs, media"';
const LICENCES = ["licensed", "expired", "unconfirmed"];

export const READS: readonly Clause[] = [
  {
    id: "v1-index",
    of: V1,
    says: "/api/v1 describes itself: routes, limits, how to get a key",
    look: async (probe) => {
      const answer = await probe.get("/api/v1");
      want(answer.status === 200 && answer.json !== undefined, seen(answer));
      for (const word of ["/api/v1/caches", "/api/v1/stations", "/api/keys"]) {
        want(answer.text.includes(word), `does not name ${word}`);
      }
    },
  },
  {
    id: "v1-bbox",
    of: V1,
    says: "an area is minLon,minLat,maxLon,maxLat, at most 20 degrees a side; else 400",
    look: async (probe) => {
      const good = await probe.get("/api/v1/caches?bbox=10,40,30,60");
      want(good.status === 200 && good.json !== undefined, `20 degrees: ${seen(good)}`);
      for (const bbox of ["10,40,30.1,50", "10,40,20,60.1", "10,40,20", "a,b,c,d", ""]) {
        const bad = await probe.get(`/api/v1/caches?bbox=${bbox}`);
        want(bad.status === 400, `bbox=${bbox}: ${seen(bad)}`);
      }
    },
  },
  {
    id: "v1-key",
    of: V1,
    says: "no key and an unknown key are 401; anonymous keys are 410",
    look: async (probe) => {
      const none = await probe.get("/api/v1/key");
      want(none.status === 401, `none: ${seen(none)}`);
      const wrong = await probe.get("/api/v1/key", { "x-api-key": "conform-no-such-key" });
      want(wrong.status === 401, `unknown: ${seen(wrong)}`);
      const anonymous = await probe.ask("POST", "/api/v1/keys", { body: {} });
      want(anonymous.status === 410, `POST /api/v1/keys: ${seen(anonymous)}`);
    },
  },
  {
    id: "v1-stats",
    of: V1,
    says: "/api/v1/stats counts caches, finds and stations",
    look: async (probe) => {
      const answer = await probe.get("/api/v1/stats");
      const counts = Object.values(answer.json ?? {}).filter((one) => typeof one === "number");
      want(answer.status === 200 && counts.length >= 3, seen(answer));
      want(counts.every((one) => (one as number) >= 0), seen(answer));
    },
  },
  {
    id: "v1-exports",
    of: V1,
    says: "caches come as GPX and as KML",
    look: async (probe) => {
      for (const form of ["gpx", "kml"]) {
        const answer = await probe.get(`/api/v1/caches.${form}?bbox=10,40,20,50`);
        want(answer.status === 200 && answer.text.includes(`<${form}`), `${form}: ${seen(answer)}`);
      }
    },
  },
  {
    id: "licence",
    of: 'API "Accounts, identity, verification"',
    says: "a licence result has one of three states, and is of the home call",
    look: async (probe) => {
      const answer = await probe.get(`/api/licence/${probe.needs.callsign}-7`);
      want(answer.status === 200 && LICENCES.includes(answer.json?.status), seen(answer));
      want(answer.json.callsign === probe.needs.callsign, seen(answer));
    },
  },
  {
    id: "tiles",
    of: GAME,
    says: "the map's archive is given by the range: 416 without one, 404 where there is none",
    look: async (probe) => {
      const answer = await probe.ask("GET", "/tiles/offline.pmtiles", { beginning: true });
      want(answer.status === 416 || answer.status === 404, `${answer.status}`);
      if (answer.status === 404) return;
      const range = await probe.get("/tiles/offline.pmtiles", { range: "bytes=0-6" });
      want(range.status === 206 && range.text === "PMTiles", seen(range));
    },
  },
  {
    id: "offline-tiles",
    of: GAME,
    says: "/api/offline/tiles names url, attribution and maxZoom",
    look: async (probe) => {
      const answer = await probe.get("/api/offline/tiles");
      const { url, attribution, maxZoom } = answer.json ?? {};
      want(url === null || typeof url === "string", seen(answer));
      want(typeof attribution === "string" && typeof maxZoom === "number", seen(answer));
    },
  },
  {
    id: "offline-pack",
    of: GAME,
    says: "a pack has an ETag, the same again is 304, and what is no locator is 400",
    look: async (probe) => {
      const path = "/api/offline/pack?grid=AA00AA";
      const pack = await probe.get(path), tag = pack.headers.get("etag");
      want(pack.status === 200 && tag !== null, seen(pack));
      const again = await probe.get(path, { "if-none-match": tag });
      want(again.status === 304, `If-None-Match: ${again.status}`);
      const bad = await probe.get("/api/offline/pack?grid=not-a-grid");
      want(bad.status === 400, `not a locator: ${seen(bad)}`);
    },
  },
  {
    id: "media",
    of: GAME,
    says: "a media key of another shape is 404",
    look: async (probe) => {
      for (const key of ["x", "..%2f..%2fetc%2fpasswd", "%00"]) {
        const answer = await probe.get(`/api/media/${key}`);
        want(answer.status === 404 || answer.status === 400, `${key}: ${seen(answer)}`);
      }
    },
  },
  {
    id: "mesh-groups",
    of: 'API "Stations, mesh, messages, weather, tools"',
    says: "a group is 1 to 99999 or *, newest first, at most 200 messages",
    look: async (probe) => {
      const all = await probe.get("/api/mesh/groups/%2A/messages?limit=200");
      want(all.status === 200 && Array.isArray(all.json?.messages), seen(all));
      want(all.json.messages.length <= 200, `${all.json.messages.length} messages`);
      for (const group of ["0", "100000", "abc"]) {
        const bad = await probe.get(`/api/mesh/groups/${group}/messages`);
        want(bad.status === 400 || bad.status === 404, `${group}: ${seen(bad)}`);
      }
    },
  },
  {
    id: "verify-methods",
    of: 'API "Accounts, identity, verification"',
    says: "/verify/methods names the three ways and the receiving sites",
    look: async (probe) => {
      const answer = await probe.get("/verify/methods");
      for (const name of ["rf_heard", "ampr_dns", "lotw"]) {
        want(
          answer.json?.methods !== undefined && name in answer.json.methods,
          `no ${name}: ${seen(answer)}`,
        );
      }
      want("rfSites" in answer.json, seen(answer));
    },
  },
  {
    id: "spots-off",
    of: 'API "Live and misc"',
    says: "spots answer also where there are none",
    look: async (probe) => {
      const answer = await probe.get("/api/spots");
      want(answer.status === 200 && answer.json !== undefined, seen(answer));
    },
  },
];
