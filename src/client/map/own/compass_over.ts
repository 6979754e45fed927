/** A small compass over a corner of the big map: how far, and in which direction, what was pressed lies from the phone. */
import { bearing, type Point } from "../../ui/places/arrow.ts";
import { sayWayTo } from "../../ui/places/way_to.ts";

const SVG = "http://www.w3.org/2000/svg";
const made = (name: string, values: Record<string, string>): Element => {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(values)) element.setAttribute(key, value);
  return element;
};

/** North is up, as on the map. Without both places it is not there. */
export class CompassOver {
  readonly #box = document.createElement("p");
  readonly #words = document.createElement("span");
  readonly #arrow = made("path", { d: "M0 -34L20 28L0 16L-20 28Z" });

  constructor(container: HTMLElement) {
    const rose = made("svg", { viewBox: "-50 -50 100 100", "aria-hidden": "true" });
    rose.append(made("path", { class: "map-way-rose", d: "M0 -47a47 47 0 1 0 .1 0ZM0 -47v10" }), this.#arrow);
    this.#box.className = "map-way";
    this.#box.hidden = true;
    this.#box.append(rose, this.#words);
    container.append(this.#box);
  }

  show(from: Point | undefined, to: Point | undefined): void {
    this.#box.hidden = !from || !to;
    if (!from || !to) return;
    this.#arrow.setAttribute("transform", `rotate(${Math.round(bearing(from, to))})`);
    this.#words.textContent = sayWayTo(from, to);
  }
}
