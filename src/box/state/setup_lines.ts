/** A known set-up as lines of text and as a part of the page. Pure. */
import type { Setup } from "../config/setups_table.ts";

/** On what the row stands. */
const proofOf = ({ tested, source }: Setup): string[] => [
  ...(tested ? [`tested: ${tested.with} (${tested.file})`] : []),
  ...(source ? [`${tested ? "see" : "documented"}: ${source}`] : []),
];

/** A set-up for a terminal: its name, then each line with where it belongs. */
export const setupLines = (setup: Setup): string[] => [
  setup.name,
  ...setup.steps.flatMap(({ where, lines }) => [`  ${where}:`, ...lines.map((line) => `    ${line}`)]),
  "  connection of the box:",
  `    ${setup.connect}`,
  `  ${setup.note}`,
  ...proofOf(setup).map((proof) => `  ${proof}`),
];

/** The same for the page; `escaped` makes text fit for HTML. */
export const setupHtml = (setup: Setup, escaped: (text: string) => string): string => {
  const { name, steps, connect, note } = setup;
  const block = (where: string, lines: readonly string[]) =>
    `<dt>${escaped(where)}</dt><dd><pre tabindex="0">${escaped(lines.join("\n"))}</pre></dd>`;
  return `<details><summary>${escaped(name)}</summary><dl>` +
    steps.map(({ where, lines }) => block(where, lines)).join("") +
    block("connection of the box", [connect]) +
    `</dl><p>${escaped(note)}</p><p class="long">${proofOf(setup).map(escaped).join("<br>")}</p></details>`;
};
