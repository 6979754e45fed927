/** The way to the pack of the square under a place. */
import type { Point } from "../nearby/arrow.ts";
import { say } from "../shell/say.ts";
import { type Length, squareAt } from "./squares.ts";

/** Leads to the page that shows the square and what it takes. `length`: characters of its locator. */
export const TakeWithMe = ({ centre, length = 4 }: { centre: Point; length?: Length }) => (
  <p>
    <a class="button button-quiet" href={`/packs?take=${squareAt(centre, length)}`}>{say("packs.take")}</a>
  </p>
);
