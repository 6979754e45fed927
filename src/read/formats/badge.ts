/** A person's figures as an SVG that any page may embed: no script, no font and no image from elsewhere. */
import { xml, xmlLine } from "../../base/mod.ts";
import type { BadgeCard } from "./views.ts";

const WIDTH = 260;
const HEIGHT = 74;

/** The badge. Numbers are grouped by thin spaces, the rank of someone who has none is a dash. */
export function badge(card: BadgeCard): string {
  const number = (value: number) => String(value).replace(/\B(?=(\d{3})+$)/g, "\u2009");
  const rank = card.rank === undefined ? "–" : `#${number(card.rank)}`;
  const figures: [string, string][] = [
    ["rank", rank],
    ["finds", number(card.finds)],
    ["points", number(card.points)],
    ["hides", number(card.hides)],
  ];
  const spoken = `${card.call} on ${card.instance}: ${figures.map(([what, n]) => `${what} ${n}`).join(", ")}`;
  const columns = figures.map(([what, figure], index) => {
    const x = 12 + index * 62;
    return `<text x="${x}" y="50" font-size="15" font-weight="700" fill="#ffffff">${xml(figure)}</text>` +
      `<text x="${x}" y="64" font-size="10" fill="#cfe3dc">${what}</text>`;
  }).join("");
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" ` +
    `role="img" aria-label="${xmlLine(spoken)}"><title>${xmlLine(spoken)}</title>` +
    `<rect width="${WIDTH}" height="${HEIGHT}" rx="8" fill="#12372a"/>` +
    `<g font-family="system-ui, Segoe UI, Helvetica, Arial, sans-serif">` +
    `<text x="12" y="24" font-size="17" font-weight="700" fill="#ffffff">${xmlLine(card.call)}</text>` +
    `<text x="${WIDTH - 12}" y="24" font-size="10" fill="#cfe3dc" text-anchor="end">${
      xmlLine(card.instance)
    }</text>` +
    `${columns}</g></svg>\n`;
}
