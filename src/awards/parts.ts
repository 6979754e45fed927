/** What awards need of the rest. */
import type { FailureMaker, World } from "../base/mod.ts";
import type { Audit, Database } from "../db/mod.ts";
import type { SigningKey } from "../wire/mod.ts";
import type { AwardFact } from "./rules.ts";

export interface AwardNeeds {
  db: Database;
  world: World;
  audit: Audit;
  instance: string;
  /** What this instance signs with; none where it has no key. */
  identity: { key?: SigningKey };
  /** A person's finds that count and that anybody may see, in the order in which they were made. */
  countedFinds(account: number): readonly AwardFact[];
  /** Call of a member, or of a visitor, that may be shown; none while suspended. */
  shownCall(account: number): string | undefined;
  /** Whose visit it is, by an act under that path which the visit's key signed; throws the refusals of visits. */
  signedVisitor(
    visit: string,
    path: string,
    act: { key: string; at: number; sig: string },
  ): { account: number; call: string };
  /** Makes a PNG of an SVG, so many pixels wide; what it may refuse with. */
  draw(svg: string, width: number): Promise<Uint8Array<ArrayBuffer>>;
  drawRefuses: readonly FailureMaker[];
}
