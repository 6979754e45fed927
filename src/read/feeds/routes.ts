/** RSS feeds (API "Live and misc"). */
import { sha256Hex } from "../../base/mod.ts";
import { type Incoming, open, type Route, route, text, versioned } from "../../http/mod.ts";
import type { Feeds } from "./feeds.ts";
import { rfc822, rss } from "../formats/rss.ts";
import type { Feed } from "../formats/views.ts";
import type { PeopleReads } from "../ports.ts";
import { callOf } from "../people/routes.ts";
import { accountFailure } from "../../accounts/mod.ts";

const SPEC = 'API "Live and misc"';
const TYPE = "application/rss+xml";
const gate = open("feed readers have no credential");

/** The feed under ETag and Last-Modified: a reader that has it gets 304. */
function answer(incoming: Incoming, feed: Feed): Response {
  const document = [...rss(feed)].join("");
  return versioned(
    incoming,
    sha256Hex(document).slice(0, 32),
    () => text(document, TYPE),
    {
      ...(feed.builtAt === undefined ? {} : { "last-modified": rfc822(feed.builtAt) }),
      "cache-control": "public, max-age=60",
    },
  );
}

export interface FeedRouteParts {
  feeds: Feeds;
  accounts: PeopleReads;
}

export function feedRoutes({ feeds, accounts }: FeedRouteParts): Route[] {
  return [
    route("GET /feeds/activity.xml", {
      gate,
      spec: SPEC,
      summary: "RSS: what was logged lately",
      produces: TYPE,
      handle: ({ incoming }) => answer(incoming, feeds.activity(incoming.origin)),
    }),
    route("GET /feeds/caches.xml", {
      gate,
      spec: SPEC,
      summary: "RSS: new caches",
      produces: TYPE,
      handle: ({ incoming }) => answer(incoming, feeds.caches(incoming.origin)),
    }),
    route("GET /feeds/bulletins.xml", {
      gate,
      spec: SPEC,
      summary: "RSS: bulletins of the packet mailbox",
      produces: TYPE,
      handle: ({ incoming }) => answer(incoming, feeds.bulletins(incoming.origin)),
    }),
    route("GET /feeds/leaderboard.xml", {
      gate,
      spec: SPEC,
      summary: "RSS: ranking by points",
      produces: TYPE,
      handle: ({ incoming }) => answer(incoming, feeds.leaderboard(incoming.origin)),
    }),
    route("GET /feeds/u/:call.xml", {
      gate,
      spec: SPEC,
      summary: "RSS: finds and badges of one person",
      params: { call: "A callsign; its SSID does not matter" },
      produces: TYPE,
      errors: [accountFailure.invalid_call],
      handle: ({ params, incoming }) => {
        const call = callOf(params.call);
        const holder = accounts.holder(call);
        return answer(
          incoming,
          feeds.person(incoming.origin, call, holder?.suspended ? undefined : holder?.accountId),
        );
      },
    }),
  ];
}
