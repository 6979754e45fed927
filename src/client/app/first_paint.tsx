/**
 * Pages as the server draws them, so that something is shown before a script runs, and without scripts. Every function takes
 * the code of a language and gives HTML.
 */
import { renderToString } from "preact-render-to-string";
import type { Book, Chapter } from "../../handbook/mod.ts";
import type { Start } from "../../read/mod.ts";
import { FirstPlain, type FirstRun } from "../admin/first/first_plain.tsx";
import { type SignInOffer, SignInPlain } from "../account/sign_in/sign_in_plain.tsx";
import { CacheView } from "../cache/cache_view.tsx";
import type { CacheSeen } from "../cache/cache_seen.ts";
import type { CacheRow } from "../phone/known/caches.ts";
import { FindDrawn } from "../log/find_drawn.tsx";
import type { Found } from "../log/found.ts";
import { ChapterDrawn, Contents, OtherLanguage } from "../print/help/chapter_drawn.tsx";
import { NearbyDrawn } from "../nearby/nearby_drawn.tsx";
import { type ProfileSeen, ProfileView } from "../community/profile_view.tsx";
import {
  CacheSheet,
  Label,
  type Leads,
  type Listed,
  ListSheet,
  LogSheet,
  Poster,
  RadioSheet,
} from "../print/sheets.tsx";
import { type NetOf, NetSheet } from "../print/net_sheet.tsx";
import { LinkPicture, type Pictured } from "../print/link_picture.tsx";
import { SheetWays } from "../print/sheet_ways.tsx";
import { FoundBoxView } from "../community/welcome/found_box_view.tsx";
import { type WelcomeSeen, WelcomeView } from "../community/welcome/welcome_view.tsx";
import { Heading } from "../ui/parts.tsx";
import { type Box, centreOf } from "../ui/places/squares.ts";
import { language, languageOf, say, sayRefusal } from "../ui/say.ts";

export { callProgram } from "../admin/tell.ts";
export { chapterAsked } from "../print/help/chapter_link.ts";
export { FIRST_ROWS } from "../nearby/nearby_drawn.tsx";
export { namedTowns, townsNamed } from "../nearby/town_names.ts";
export { isName } from "../nearby/where.ts";
export { isOnlyHere, passedOn } from "../ui/passed_on.ts";

/** Draws in the language `code`. Drawing waits for nothing, so the language is set for it alone and put back afterwards. */
const drawn = (code: string, draw: () => preact.JSX.Element): string =>
  inLanguage(code, () => renderToString(draw()));

function inLanguage<T>(code: string, make: () => T): T {
  const own = language.peek();
  language.value = languageOf(code);
  try {
    return make();
  } finally {
    language.value = own;
  }
}

/** A refusal in the language `code`, as pages that the server draws say it. */
export const sayRefused = (code: string, refused: Parameters<typeof sayRefusal>[0]): string =>
  inLanguage(code, () => sayRefusal(refused));

/** What this place is, in a sentence of the language `code`. */
export const sayWhat = (code: string): string => inLanguage(code, () => say("nearby.what"));

/** The slogan of the page Welcome, and what it says first. */
export const sayWelcome = (code: string): string =>
  inLanguage(code, () => `${say("welcome.hunt")}. ${say("welcome.slogan")}`);

/** What the page of a found box is called, and what it says first. */
export const sayFound = (code: string): { title: string; what: string } =>
  inLanguage(code, () => ({ title: say("page.found_box"), what: say("found.what") }));

/** A cache's page. */
export const drawCache = (code: string, cache: CacheSeen): string =>
  drawn(code, () => <CacheView cache={cache} />);

/** A chapter of the handbook, or without one the list of all. */
export const drawHelp = (code: string, book: Book, program: string, chapter?: Chapter): string =>
  drawn(code, () =>
    chapter ? <ChapterDrawn book={book} chapter={chapter} program={program} /> : (
      <>
        <Heading>{say("page.help")}</Heading>
        <p class="soft">{say("help.what")}</p>
        <OtherLanguage book={book} />
        <Contents book={book} />
      </>
    ));

/** The page of one find. */
export const drawFind = (code: string, found: Found): string => drawn(code, () => <FindDrawn {...found} />);

/** The page of a cache or find that nobody may see: why, and a link to caches. */
export const drawMissing = (
  code: string,
  of: "page.cache" | "page.find",
  refused: { reason: string; sentence: string },
): string =>
  drawn(code, () => (
    <>
      <Heading>{say(of)}</Heading>
      <p>{sayRefusal(refused)}</p>
      <p>
        <a href="/">{say("cache.others")}</a>
      </p>
    </>
  ));

/** A sheet to print: which one, what is on it, and where its QR code leads. */
export type Sheet =
  & { to: Leads }
  & (
    | { sheet: "cache" | "log" | "label"; cache: CacheSeen }
    | { sheet: "list"; caches: readonly Listed[]; grid: string; most: number }
    | { sheet: "net" } & NetOf
    | { sheet: "radio"; call: string; frequency: Start["frequency"] }
    | { sheet: "poster"; name: string; text?: string }
  );

/** The body of a page to print; it needs no script. */
export const drawSheet = (code: string, sheet: Sheet): string =>
  drawn(code, () => (
    <>
      <SheetWays to={sheet.to} />
      {sheetOf(sheet)}
    </>
  ));

function sheetOf(sheet: Sheet) {
  switch (sheet.sheet) {
    case "cache":
      return <CacheSheet {...sheet} />;
    case "log":
      return <LogSheet {...sheet} />;
    case "label":
      return <Label {...sheet} />;
    case "list":
      return <ListSheet {...sheet} />;
    case "net":
      return <NetSheet {...sheet} />;
    case "radio":
      return <RadioSheet {...sheet} />;
    case "poster":
      return <Poster {...sheet} />;
  }
}

/**
 * The picture that a shared link carries, as SVG without words of any language. It is read as XML, in whose texts the end of a
 * CDATA section may not stand as it is (XML 1.0 2.4): HTML, for which elements are written here, allows it.
 */
export const drawLink = (pictured: Pictured): string =>
  renderToString(<LinkPicture {...pictured} />).replaceAll("]]>", "]]&gt;");
/** The drawing of a type of cache. */
export { kindIcon } from "../ui/look/radio.tsx";

/** The page to sign in. */
export const drawSignIn = (code: string, offer: SignInOffer): string =>
  drawn(code, () => <SignInPlain {...offer} />);

/** What somebody who is no operator sees of administration. */
export const drawNotYours = (code: string, call: string): string =>
  drawn(code, () => (
    <>
      <Heading>{say("page.admin")}</Heading>
      <p>{say("house.not_yours", { call })}</p>
    </>
  ));

/** The first two steps of the first run: they work in a browser without scripts. */
export const drawFirst = (code: string, run: FirstRun): string => drawn(code, () => <FirstPlain {...run} />);

/** The list of caches on the first page; the reader's place is not known yet. `region`: the instance's, where it has one. */
export const drawNearby = (
  code: string,
  rows: readonly CacheRow[],
  call?: string | null,
  region?: Box,
): string =>
  drawn(code, () => (
    <>
      <NearbyDrawn rows={rows} middle={region && centreOf(region)} />
      {call && <p>{say("me.call", { call })}</p>}
      <Foot />
    </>
  ));

/** What this place is, for strangers. */
export const drawWelcome = (code: string, seen: WelcomeSeen): string =>
  drawn(code, () => <WelcomeView {...seen} />);

/** What a box is that somebody met by chance. */
export const drawFoundBox = (code: string, name: string, cache?: string): string =>
  drawn(code, () => <FoundBoxView name={name} code={cache} />);

/** A person's page. */
export const drawPerson = (code: string, person: ProfileSeen): string =>
  drawn(code, () => <ProfileView person={person} />);

/** Any other page, which has no content before the app has read it: what the app is, and links that work without scripts. */
export const drawFrame = (code: string, call?: string | null): string =>
  drawn(code, () => (
    <>
      <Heading>{say("app.name")}</Heading>
      <p>{say("nearby.what")}</p>
      {call && <p>{say("me.call", { call })}</p>}
      <Foot />
    </>
  ));

/** Links to what works without the app. */
const Foot = () => (
  <p class="foot">
    <a href="/sign-in">{say("write.signin.link")}</a>
    <a href="/about">{say("foot.about")}</a>
    <a href="/imprint">{say("foot.imprint")}</a>
    <a href="/privacy">{say("foot.privacy")}</a>
    <a href="/source">{say("foot.source")}</a>
    <a href="/api/docs">{say("foot.api")}</a>
  </p>
);
