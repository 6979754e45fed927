/** What a club looks like: its colour and logo, as a style of its own that pages name only where there is one. */
import { failures, sha256Hex, type World } from "../base/mod.ts";
import type { Database, Tx } from "../db/mod.ts";
import { CLUB_COLOUR, type Settings } from "../settings/mod.ts";
import { GROUNDS, inkOn, isSeen, type Look } from "./contrast.ts";

export const logoFailure = failures({
  logo_kind: "unsupported",
  logo_size: ["too_large", { limit: "number" }],
  no_logo: "missing",
});

interface Logo {
  png: Uint8Array<ArrayBuffer>;
  sha256: string;
}

/** What a shared picture is drawn with beside its own. */
export interface ClubMarks {
  colour: string | undefined;
  logo: Uint8Array | undefined;
}

/** A club's colour and logo, as its operator set them. */
export class Club {
  readonly #rows;

  constructor(db: Database, readonly settings: Settings, readonly world: World) {
    this.#rows = {
      sum: db.row<Record<never, never>, { sha256: string }>("SELECT sha256 FROM club_logo"),
      logo: db.row<Record<never, never>, Logo>("SELECT png, sha256 FROM club_logo"),
      put: db.change<Logo & { at: number }>(
        `INSERT INTO club_logo (id, png, sha256, changed_at) VALUES (1, :png, :sha256, :at)
         ON CONFLICT (id) DO UPDATE SET png = excluded.png, sha256 = excluded.sha256, changed_at = excluded.changed_at`,
      ),
      drop: db.change<Record<never, never>>("DELETE FROM club_logo"),
    };
  }

  /** The logo, drawn. */
  logo = (): Logo | undefined => this.#rows.logo({});

  /** Keeps another logo, which was drawn here. */
  setLogo(tx: Tx, png: Uint8Array<ArrayBuffer>): void {
    this.#rows.put(tx, { png, sha256: sha256Hex(png), at: this.world.now() });
  }

  /** Takes the logo away; gives whether there was one. */
  dropLogo = (tx: Tx): boolean => this.#rows.drop(tx, {}).changes > 0;

  /** Colour and logo for a picture: on the light ground of all of them. */
  marks(): ClubMarks {
    const colour = this.settings.get(CLUB_COLOUR);
    return {
      colour: colour !== undefined && isSeen(colour, "light") ? colour : undefined,
      logo: this.logo()?.png,
    };
  }

  /** Address of the club's style; `undefined` where the club has neither colour nor logo: then pages name none. */
  link = (): string | undefined => {
    const colour = this.settings.get(CLUB_COLOUR), sum = this.#rows.sum({})?.sha256;
    if (colour === undefined && sum === undefined) return undefined;
    return `/club.css?v=${sha256Hex(`${colour} ${sum}`).slice(0, 12)}`;
  };

  /** The style. */
  css(): string {
    const colour = this.settings.get(CLUB_COLOUR), sum = this.#rows.sum({})?.sha256;
    return [...colour === undefined ? [] : colouring(colour), ...sum === undefined ? [] : logoStyle(sum)]
      .join("\n");
  }
}

/** The colour in each look in which it is seen; else that look's own. */
function colouring(colour: string): string[] {
  const set = (look: Look) =>
    isSeen(colour, look)
      ? `--club:${colour};--club-ink:${inkOn(colour)}`
      : "--club:var(--go);--club-ink:var(--go-ink)";
  return [
    `:root{${set("light")}}`,
    ...(Object.keys(GROUNDS) as Look[]).filter((look) => look !== "light").map((look) =>
      `@media screen{:root[data-theme="${look}"]{${set(look)}}}`
    ),
    `@media screen{:root[data-theme="night"]{--club:var(--go);--club-ink:var(--go-ink)}}`,
    ".logo{fill:var(--club-ink)}.logo>rect{fill:var(--club)}.logo-arc{stroke:var(--club)}",
    ".top,footer{border-block-end:3px solid var(--club)}",
    ".sheet-poster{border-block-start:.5rem solid var(--club);print-color-adjust:exact}",
  ];
}

/** The logo in the header's place for it, on the poster, and in the line below an embedded map. */
function logoStyle(sum: string): string[] {
  const ground = `background:url("/club/logo.png?v=${sum.slice(0, 12)}") center/contain no-repeat`;
  return [
    `.logo{${ground}}.logo>*{display:none}`,
    `.sheet-poster::before{content:"";display:block;block-size:6rem;${ground};print-color-adjust:exact}`,
    `body>footer::before{content:"";flex:none;inline-size:2rem;block-size:2rem;${ground}}`,
  ];
}
