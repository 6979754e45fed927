/** What cards need of the rest, and what they keep for it. */
import type { FailureMaker } from "../base/mod.ts";
import type { ClubMarks } from "../club/mod.ts";
import type { Settings } from "../settings/mod.ts";
import type { CardParts, Cards } from "./cards.ts";

export interface QslNeeds extends CardParts {
  settings: Settings;
  /** The club's colour and logo. */
  club: { marks(): ClubMarks };
  /** Makes a PNG of an SVG, so many pixels wide; what it may refuse with. */
  draw(svg: string, width: number): Promise<Uint8Array<ArrayBuffer>>;
  drawRefuses: readonly FailureMaker[];
  /** A QR code as SVG, so many pixels a side. */
  qr(text: string, size: number): Promise<string>;
}
export interface QslKeeps {
  qslCards: Cards;
}
