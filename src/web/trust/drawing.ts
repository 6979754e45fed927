/** A small drawing of a step: a screen with rows, and a mark on the one to touch or to switch on. */
import { type Html, html } from "../../http/mod.ts";

const ROW = 26, WIDTH = 240, EDGE = 8;
/** Characters of a row that fit. */
const FITS = 32;

/** The rows from top to bottom, as `Step.screen` has them. */
export function drawing(rows: readonly string[]): Html {
  const height = rows.length * ROW + 2 * EDGE;
  return html`
    <svg viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" aria-hidden="true"
      font-size="12"
      font-family="system-ui,sans-serif"><rect x="1" y="1" width="${WIDTH - 2}" height="${height -
        2}" rx="9" fill="none" stroke="currentColor" stroke-opacity=".45" stroke-width="2"/>${rows.map((
          row,
          at,
        ) => drawRow(row, EDGE + at * ROW))}</svg>
  `;
}

function drawRow(row: string, y: number): Html {
  const mark = row[0] === ">" || row[0] === "+" ? row[0] : "";
  const text = row.slice(mark.length).slice(0, FITS);
  const middle = y + ROW / 2;
  return html`${
    mark === "" ? "" : html`
      <rect x="5" y="${y + 1}" width="${WIDTH - 10}" height="${ROW - 2}" rx="6" fill="var(--go)"
        fill-opacity=".18" stroke="var(--go)" stroke-width="1.5" />
    `
  }<text x="14" y="${middle + 4}" fill="currentColor">${text}</text>${
    mark === ">"
      ? html`
        <circle cx="${WIDTH - 20}" cy="${middle}" r="6" fill="none" stroke="var(--go)" stroke-width="2" />
        <circle cx="${WIDTH - 20}" cy="${middle}" r="2" fill="var(--go)" />
      `
      : mark === "+"
      ? html`
        <rect x="${WIDTH - 38}" y="${middle - 7}" width="26" height="14" rx="7" fill="var(--go)" />
        <circle cx="${WIDTH - 19}" cy="${middle}" r="5" fill="var(--paper)" />
      `
      : ""
  }`;
}
