/** What the instance says of itself to programs: source, well-known files (API "Live and misc"). */
import { z } from "#schemas";
import { failures, type World } from "../../base/mod.ts";
import {
  among,
  browserLang,
  html,
  type Lang,
  open,
  page,
  redirect,
  type Route,
  route,
  SHARED,
  text,
  wantsPage,
} from "../../http/mod.ts";
import { pageWords } from "../../words/mod.ts";

const WORDS = pageWords("pages/about");
import {
  APP_URL,
  EXTRA_ORIGINS,
  instanceId,
  OPERATOR_EMAIL,
  SECURITY_CONTACT,
  type Settings,
  SOURCE_REPO,
} from "../../settings/mod.ts";

/** The running source (API "Versioning"). */
export interface SourceInfo {
  version: string;
  commit: string | null;
  tag: string | null;
}

interface AboutParts {
  settings: Settings;
  world: World;
  source: SourceInfo;
}

const SPEC = 'API "Live and misc"';
const failure = failures({
  no_contact: "missing",
  no_source: ["missing", {
    repository: "null",
    commit: ["string", "null"],
    tag: ["string", "null"],
    version: "string",
    licence: "string",
  }],
});

/** What is known of the running source, for a person. */
const sourcePage = (instance: string, { version, commit, tag }: SourceInfo, lang: Lang) => {
  const own = among(WORDS, lang), words = WORDS[own];
  return page({
    title: words.sourceTitle,
    instance,
    lang: own,
    body: html`
      <p>${words.noSource}</p>
      <dl>
        <dt>${words.version}</dt>
        <dd>${version}${tag ? ` (${tag})` : ""}</dd>
        <dt>${words.commit}</dt>
        <dd>${commit ?? words.unknown}</dd>
      </dl>
    `,
  });
};

/** Whom to tell of a weakness: mail or web addresses, the operator's where none is set. */
export function securityContacts(settings: Settings): readonly string[] {
  const mail = settings.get(OPERATOR_EMAIL);
  return settings.get(SECURITY_CONTACT) ?? (mail ? [mail] : []);
}

/** The routes that say whose instance this is, from which source, and whom to write to. */
export function aboutRoutes({ settings, world, source }: AboutParts): Route[] {
  const descriptor = () => {
    const repository = settings.get(SOURCE_REPO) ?? null;
    return { repository, commit: source.commit, tag: source.tag, version: source.version, licence: "MIT" };
  };
  return [
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
      summary: "Redirect to the running commit; a page that names it where no repository is configured",
      produces: "text/html",
      also: { 302: "To the running commit in its repository" },
      errors: [failure.no_source],
      handle: ({ incoming }) => {
        const { repository, commit } = descriptor();
        if (!repository && wantsPage(incoming)) {
          return sourcePage(instanceId(settings), source, browserLang(incoming));
        }
        if (!repository) throw failure.no_source({ ...descriptor(), repository: null });
        return redirect(commit ? `${repository.replace(/(\.git)?\/?$/, "")}/commit/${commit}` : repository);
      },
    }),
    route("GET /.well-known/security.txt", {
      gate: open("finders of weaknesses have no account"),
      spec: SPEC,
      summary: "Where to report a weakness (RFC 9116)",
      share: SHARED.slow,
      produces: "text/plain",
      errors: [failure.no_contact],
      handle: ({ incoming }) => {
        const contacts = securityContacts(settings);
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
      summary: "robots.txt: what crawlers may read",
      share: SHARED.slow,
      produces: "text/plain",
      handle: ({ incoming }) =>
        text(
          [
            "User-agent: *",
            "Disallow: /api/",
            "Allow: /api/docs",
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
