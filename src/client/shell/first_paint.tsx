/** The first paint, drawn by the server: the page is there before a script runs, and without any. */
import { renderToString } from "preact-render-to-string";
import { FirstPlain, type FirstRun } from "../admin/first/first_plain.tsx";
import { type SignInOffer, SignInPlain } from "../sign_in/sign_in_plain.tsx";
import { type CacheSeen, CacheView } from "../cache/cache_view.tsx";
import type { CacheRow } from "../nearby/caches.ts";
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
import { Heading } from "./parts.tsx";
import { language, languageOf, say, sayRefusal } from "./say.ts";

/** Drawing is done in one go: the language in force is that of this answer, and before and after it the program's own. */
function drawn(code: string, draw: () => preact.JSX.Element): string {
  const own = language.peek();
  language.value = languageOf(code);
  try {
    return renderToString(draw());
  } finally {
    language.value = own;
  }
}

/** A cache's page. */
export const drawCache = (code: string, cache: CacheSeen): string =>
  drawn(code, () => <CacheView cache={cache} />);

/** A cache's page where nobody may see the cache: why, and the way to others. */
export const drawNoCache = (code: string, refused: { reason: string; sentence: string }): string =>
  drawn(code, () => (
    <>
      <Heading>{say("page.cache")}</Heading>
      <p>{sayRefusal(refused)}</p>
      <p>
        <a href="/">{say("cache.others")}</a>
      </p>
    </>
  ));

/** A sheet of paper: which one, what is on it, and where its code leads. */
export type Sheet =
  & { to: Leads }
  & (
    | { sheet: "cache" | "log" | "label"; cache: CacheSeen }
    | { sheet: "list"; caches: readonly Listed[]; grid: string; most: number }
    | { sheet: "net" } & NetOf
    | { sheet: "radio"; call: string }
    | { sheet: "poster"; name: string }
  );

/** What is printed: the body of a page that needs no script. */
export const drawSheet = (code: string, sheet: Sheet): string =>
  drawn(code, () => {
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
  });

/** The page to sign in. */
export const drawSignIn = (code: string, offer: SignInOffer): string =>
  drawn(code, () => <SignInPlain {...offer} />);

/** What a member sees of administration. */
export const drawNotYours = (code: string, call: string): string =>
  drawn(code, () => (
    <>
      <Heading>{say("page.admin")}</Heading>
      <p>{say("house.not_yours", { call })}</p>
    </>
  ));

/** The first two cards of the first run: whatever a browser can do. */
export const drawFirst = (code: string, run: FirstRun): string => drawn(code, () => <FirstPlain {...run} />);

/** The list of what is near, which nobody has asked for a place yet. */
export const drawNearby = (code: string, rows: readonly CacheRow[], call?: string | null): string =>
  drawn(code, () => (
    <>
      <NearbyDrawn rows={rows} />
      {call && <p>{say("me.call", { call })}</p>}
      <Foot />
    </>
  ));

/** A person's page. */
export const drawPerson = (code: string, person: ProfileSeen): string =>
  drawn(code, () => <ProfileView person={person} />);

/** A page of which nothing is known before the app has asked: what the app is, and the ways that work without it. */
export const drawFrame = (code: string, call?: string | null): string =>
  drawn(code, () => (
    <>
      <Heading>{say("app.name")}</Heading>
      <p>{say("nearby.what")}</p>
      {call && <p>{say("me.call", { call })}</p>}
      <Foot />
    </>
  ));

/** The ways that work without the app. */
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
