/** What the feeds hold: entries whose guids never change, newest first. */
import { cachePage, personPage } from "../links.ts";
import type { CacheReads } from "../caches/cache_reads.ts";
import type { ActivityRow, FindReads } from "../people/find_reads.ts";
import { type Feed, type FeedItem, MAIL_LINES, saidIn } from "../formats/views.ts";
import type { People } from "../people/people.ts";
import type { Bulletins } from "../ports.ts";

const ITEMS = 50;
const PERSON_ITEMS = 60;

interface FeedParts {
  instance: string;
  caches: CacheReads;
  finds: FindReads;
  people: People;
  bulletins: Bulletins;
}

const VERBS: Record<string, string> = { found: "found", DNF: "did not find", note: "wrote about" };

/** One feed; its time is its newest entry's, so that it only changes when something happened. */
function feed(
  origin: string,
  path: string,
  title: string,
  description: string,
  items: FeedItem[],
  link = `${origin}/`,
): Feed {
  return {
    title,
    description,
    link,
    self: origin + path,
    ...(items.length > 0 ? { builtAt: Math.max(...items.map((item) => item.at)) } : {}),
    items,
  };
}

export class Feeds {
  constructor(private readonly parts: FeedParts) {}

  /** What was logged lately. `origin` is the address of this instance, for links. */
  activity(origin: string): Feed {
    const { instance, finds } = this.parts;
    const rows = finds.activity(Number.MAX_SAFE_INTEGER, ITEMS);
    return feed(
      origin,
      "/feeds/activity.xml",
      `${instance}: activity`,
      "Finds and notes at this instance",
      rows.map((row) => this.#logItem(origin, row)),
    );
  }

  /** The newest caches. */
  caches(origin: string): Feed {
    const { instance, caches } = this.parts;
    const items = caches.newest(ITEMS).map((cache): FeedItem => ({
      guid: `cache:${cache.code}`,
      title: `New cache: ${cache.title} (${cache.code})`,
      link: cachePage(origin, cache.code),
      at: cache.createdAt,
      author: cache.owner,
      category: cache.type,
      text:
        `${cache.type}, ${cache.size}, difficulty ${cache.difficulty}, terrain ${cache.terrain}\n${cache.description}`
          .trim(),
    }));
    return feed(
      origin,
      "/feeds/caches.xml",
      `${instance}: new caches`,
      "Caches that were hidden lately",
      items,
    );
  }

  /** The newest bulletins. */
  bulletins(origin: string): Feed {
    const { instance, bulletins } = this.parts;
    const items = bulletins(ITEMS).map((bulletin): FeedItem => ({
      guid: `bulletin:${bulletin.bid}`,
      title: `${bulletin.subject} (${bulletin.from} to ${bulletin.to})`,
      link: `${origin}/bbs/b/${encodeURIComponent(bulletin.to)}`,
      at: bulletin.postedAt,
      author: bulletin.from,
      category: bulletin.to,
      text: [...MAIL_LINES(bulletin.row), bulletin.text].join("\n"),
    }));
    return feed(
      origin,
      "/feeds/bulletins.xml",
      `${instance}: bulletins`,
      "Bulletins of the packet mailbox",
      items,
    );
  }

  /** One entry a person, by points; its time is the person's last find, so that it does not come up anew for nothing. */
  leaderboard(origin: string): Feed {
    const { instance, people } = this.parts;
    const items = people.boards.leaderboard("points", "all", ITEMS).map((row): FeedItem => ({
      guid: `rank:${row.loggerCall}`,
      title: `${row.rank}. ${row.loggerCall}: ${row.points} points`,
      link: personPage(origin, row.loggerCall),
      at: people.boards.lastFind(row.loggerCall),
      author: row.loggerCall,
      text: `${row.loggerCall} has ${row.finds} verified ${
        row.finds === 1 ? "find" : "finds"
      } and ${row.points} points.`,
    }));
    return feed(origin, "/feeds/leaderboard.xml", `${instance}: ranking`, "Who has the most points", items);
  }

  /** Finds and badges of one person. */
  person(origin: string, call: string, account: number | undefined): Feed {
    const { instance, finds, people } = this.parts;
    const logs = account === undefined ? [] : finds.activity(Number.MAX_SAFE_INTEGER, PERSON_ITEMS, account);
    const { callsign, badges } = people.profile(call);
    const earned = badges.map(({ badge, earnedAt }): FeedItem => ({
      guid: `badge:${callsign}:${badge}`,
      title: `${callsign} earned the badge ${badge}`,
      link: personPage(origin, callsign),
      at: earnedAt,
      author: callsign,
      category: "badge",
      text: `${callsign} earned the badge ${badge}.`,
    }));
    const items = [...logs.map((row) => this.#logItem(origin, row)), ...earned]
      .sort((a, b) => b.at - a.at).slice(0, PERSON_ITEMS);
    return feed(
      origin,
      `/feeds/u/${encodeURIComponent(callsign)}.xml`,
      `${callsign} at ${instance}`,
      `Finds and badges of ${callsign}`,
      items,
      personPage(origin, callsign),
    );
  }

  #logItem(origin: string, row: ActivityRow): FeedItem {
    const { verified } = this.parts.people.activityView(row);
    return {
      guid: `${row.kind === "found" ? "find" : "log"}:${row.id}`,
      title: `${row.call} ${VERBS[row.kind] ?? "logged"} ${row.title} (${row.code})`,
      link: cachePage(origin, row.code),
      at: row.createdAt,
      author: row.call,
      category: row.kind,
      text: [
        row.kind === "found"
          ? (verified ? `Verified find, tier ${row.tier ?? "A"}.` : "Find, not verified.")
          : "",
        saidIn(row),
      ].filter(Boolean).join("\n"),
    };
  }
}
