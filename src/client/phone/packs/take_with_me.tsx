/** A link to the pack of the square at a place. */
import type { Point } from "../../ui/places/arrow.ts";
import { say } from "../../ui/say.ts";
import { type Length, squareAt } from "../../ui/places/squares.ts";

/** The link leads to the page that shows the square and its size. `length`: how many characters its locator has. */
export const TakeWithMe = ({ centre, length = 4 }: { centre: Point; length?: Length }) => (
  <p>
    <a class="button button-quiet" href={`/packs?take=${squareAt(centre, length)}`}>{say("packs.take")}</a>
  </p>
);
