/** What the instance says of itself to programs: health, source, well-known files (API "Live and misc"). */
import { z } from "zod";
import { failures, type World } from "../base/mod.ts";
import { type Database, schemaOf } from "../db/mod.ts";
import { json, open, redirect, type Route, route, text } from "../http/mod.ts";
import {
  APP_URL,
  DOH_URL,
  EXTRA_ORIGINS,
  FED_PRIVATE_KEY,
  instanceId,
  OPERATOR_EMAIL,
  SECURITY_CONTACT,
  type Settings,
  SOURCE_REPO,
  usableSecrets,
} from "../settings/mod.ts";

/** The running source (API "Versioning"). */
export interface SourceInfo {
  version: string;
  commit: string | null;
  tag: string | null;
}

export interface AboutParts {
  db: Database;
  settings: Settings;
  world: World;
  source: SourceInfo;
}

const SPEC = 'API "Live and misc"';
const failure = failures({
  no_contact: ["missing", "This instance names no security contact"],
  no_source: ["missing", "This instance names no source repository"],
});

export function aboutRoutes({ db, settings, world, source }: AboutParts): Route[] {
  const alive = db.sql<never, { one: number }>("SELECT 1 AS one");
  const schema = schemaOf(db);
  const mayBeWatched = "monitoring has no credential";

  const descriptor = () => {
    const repository = settings.get(SOURCE_REPO) ?? null;
    return { repository, commit: source.commit, tag: source.tag, version: source.version, licence: "MIT" };
  };
  return [
    route("GET /health", {
      gate: open(mayBeWatched),
      spec: 'API "Versioning"',
      summary: "Whether the instance works, and what of the outside it can use; ?live only that it runs",
      query: z.object({ live: z.string().optional() }),
      handle: ({ query }) => {
        if (query.live !== undefined) return { ok: true };
        let ok = true;
        try {
          alive.get();
        } catch (error) {
          world.log.error("database does not answer: {error}", { error });
          ok = false;
        }
        return json({
          ok,
          db: ok ? "ok" : "failing",
          instance: instanceId(settings),
          commit: source.commit,
          schema,
          version: source.version,
          time: world.now(),
          services: {
            sessions: usableSecrets(settings).SESSION_SECRET !== undefined,
            mail: world.mail !== undefined,
            dns: settings.get(DOH_URL).length > 0,
            signing: settings.get(FED_PRIVATE_KEY) !== undefined,
          },
        }, ok ? 200 : 503);
      },
    }),
    route("GET /.well-known/source", {
      gate: open("the licence asks that the running source can be found"),
      spec: SPEC,
      summary: "Descriptor of the running source",
      reply: z.object({
        repository: z.string().nullable(),
        commit: z.string().nullable(),
        tag: z.string().nullable(),
        version: z.string(),
        licence: z.string(),
      }),
      handle: descriptor,
    }),
    route("GET /source", {
      gate: open("the licence asks that the running source can be found"),
      spec: SPEC,
      summary: "Redirect to the running commit",
      errors: [failure.no_source],
      handle: () => {
        const { repository, commit } = descriptor();
        if (!repository) throw failure.no_source({ ...descriptor() });
        return redirect(commit ? `${repository.replace(/(\.git)?\/?$/, "")}/commit/${commit}` : repository);
      },
    }),
    route("GET /.well-known/security.txt", {
      gate: open("finders of weaknesses have no account"),
      spec: SPEC,
      summary: "Where to report a weakness (RFC 9116)",
      produces: "text/plain",
      errors: [failure.no_contact],
      handle: ({ incoming }) => {
        const mail = settings.get(OPERATOR_EMAIL);
        const contacts = settings.get(SECURITY_CONTACT) ?? (mail ? [mail] : []);
        if (contacts.length === 0) throw failure.no_contact();
        const lines = contacts.map((contact) =>
          `Contact: ${contact.startsWith("https:") ? contact : `mailto:${contact}`}`
        );
        const expires = new Date((world.now() + 180 * 86_400) * 1000).toISOString();
        return text(
          [...lines, `Expires: ${expires}`, `Canonical: ${incoming.origin}/.well-known/security.txt`, ""]
            .join("\n"),
          "text/plain",
        );
      },
    }),
    route("GET /.well-known/webauthn", {
      gate: open("browsers ask without credentials"),
      spec: SPEC,
      summary: "Origins that may use this instance's passkeys",
      reply: z.object({ origins: z.array(z.string()) }),
      handle: () => {
        const own = settings.get(APP_URL);
        const extra = settings.get(EXTRA_ORIGINS).filter((origin) => origin.startsWith("https:"));
        return { origins: [...new Set([...(own ? [own] : []), ...extra])] };
      },
    }),
    route("GET /robots.txt", {
      gate: open("crawlers have no credential"),
      spec: SPEC,
      summary: "What crawlers may read",
      produces: "text/plain",
      handle: ({ incoming }) =>
        text(
          [
            "User-agent: *",
            "Disallow: /api/",
            "Allow: /api/v1",
            "Disallow: /auth/",
            "Disallow: /federation/",
            `Sitemap: ${incoming.origin}/sitemap.xml`,
            "",
          ].join("\n"),
          "text/plain",
        ),
    }),
  ];
}
