/** The page itself. It works without its script, which refreshes the status every two seconds. */
import { SETUPS } from "../config/setups_table.ts";
import { statusLines } from "./lines.ts";
import { DEVICES_HTML, DEVICES_SCRIPT } from "./page_devices.ts";
import { setupHtml } from "./setup_lines.ts";
import type { BoxStatus } from "./status.ts";

const SIGNS: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => SIGNS[sign]!);

export const PAGE_STYLE = `
:root { --ink: #1a1a1a; --paper: #fdfdfb; --line: #bbb; --bad: #a00000; --go: #1a5c2a; }
@media screen and (prefers-color-scheme: dark) {
  :root { color-scheme: dark; --ink: #eee; --paper: #16181a; --line: #555; --bad: #ff9d8a; --go: #8fd49f; }
}
body { margin: 0 auto; max-inline-size: 60rem; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif;
  color: var(--ink); background: var(--paper); }
pre { white-space: pre-wrap; overflow-wrap: anywhere; border: 1px solid var(--line); padding: .75rem; }
summary { min-block-size: 44px; padding-block: .6rem; cursor: pointer; } dd { margin: 0; }
button { font: inherit; min-block-size: 44px; padding-inline: 1.5rem; }
table { border-collapse: collapse; inline-size: 100%; }
th, td { text-align: start; padding: .2rem .3rem; vertical-align: top; }
thead tr, .ends { border-block-end: 1px solid var(--line); }
h1, p, li, .long { overflow-wrap: anywhere; } td:not(.long) { white-space: nowrap; }
.played { border: 3px dashed; padding: .75rem; font-weight: bold; }
.bad { color: var(--bad); } .good { color: var(--go); }
meter { inline-size: 10rem; } * { box-sizing: border-box; } svg { inline-size: 100%; block-size: 6rem; } svg rect { fill: currentColor; } svg circle { fill: var(--go); }
svg.sketch { block-size: 16rem; border: 1px solid var(--line); }
`;

export const PAGE_SCRIPT = `
"use strict";
const NS = "http://www.w3.org/2000/svg";
const byId = (id) => document.getElementById(id);
const cell = (row, text, long) => {
  const td = document.createElement("td");
  td.textContent = text;
  if (long) td.className = "long";
  row.append(td);
  return td;
};
const SILENT = "Silent. Lift it on the box: box quiet --lift";
const VERDICTS = { handed_over: "sent", refused: "kept back", shown: "dry run", unknown: "unknown" };
const two = { hour: "2-digit", minute: "2-digit", second: "2-digit", hour12: false };
const shape = (name, attributes) => {
  const one = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) one.setAttribute(key, value);
  return one;
};
function sums(s) {
  const holds = s.in === s.sent + s.waiting + s.rejected + s.dropped;
  const line = byId("sum");
  line.className = holds ? "good" : "bad";
  line.textContent = s.in + " in " + (holds ? "=" : "is not") + " " + s.sent + " sent + " + s.waiting +
    " waiting + " + s.rejected + " rejected + " + s.dropped + " dropped";
}
let call = "";
function draw(state) {
  call = state.call;
  sums(state.spool);
  byId("simulated").hidden = !state.simulated;
  // Set only where it changes, so that a screen reader says it once.
  const silent = state.tx.locks.includes("quiet") ? SILENT : "";
  if (byId("silenced").textContent !== silent) byId("silenced").textContent = silent;
  byId("gateway").textContent = state.gateway.address + ": " + state.gateway.state +
    (state.gateway.why ? " (" + state.gateway.why + ")" : "");
  byId("gateway").className = state.gateway.state !== "ok" ? "bad" : state.gateway.failing ? "" : "good";
  byId("connections").replaceChildren(...state.connections.map((one) => {
    const row = document.createElement("tr");
    row.className = "ends";
    cell(row, one.address, true); cell(row, one.sentence, true); cell(row, one.in);
    return row;
  }));
  byId("levels").replaceChildren(...state.connections.filter((one) => one.listening).map((one) => {
    const line = document.createElement("p"), bar = document.createElement("meter"), it = one.listening;
    const level = it.level === null ? "nothing decoded yet" : "level " + it.level;
    Object.assign(bar, { min: 0, max: 200, low: 25, high: 100, optimum: 50, value: it.level || 0 });
    bar.setAttribute("aria-label", one.address + ": " + level);
    line.append(bar, " " + one.address + ": " + level + ", good between 25 and 100" +
      (it.any === null ? "" : "; now " + it.any) + "; " + it.decoded + " decoded");
    return line;
  }));
  const megahertz = (one) => (one.hz / 1e6).toFixed(3) + " MHz " + one.mode +
    (one.strengthDb === undefined ? "" : ", S9" + (one.strengthDb < 0 ? "" : "+") + Math.round(one.strengthDb) + " dB");
  byId("senses").textContent = [
    ...(state.gps ? [state.gps.lat.toFixed(5) + " " + state.gps.lon.toFixed(5) + ", " + state.gps.mode + "D"] : []),
    ...state.rigs.map((one) => megahertz(one) + (one.site ? " (" + one.site + ")" : "")),
  ].join("; ");
  byId("locks").textContent = state.tx.switch + (state.tx.locks.length ? ": closed " + state.tx.locks.join(", ") : "");
  byId("warnings").replaceChildren(...state.warnings.map((one) => {
    const item = document.createElement("li");
    item.className = one.level === "bad" ? "bad" : "";
    item.textContent = one.sentence + ". " + one.fix;
    return item;
  }));
  byId("heard").replaceChildren(...state.heard.slice(0, 50).flatMap((one) => {
    const row = document.createElement("tr"), last = document.createElement("tr");
    cell(row, one.call); cell(row, new Date(one.at * 1000).toLocaleTimeString([], two));
    cell(row, one.via === "simulated" ? "played" : one.direct ? "direct" : one.via === "aprsis" ? "internet" : "relayed"); cell(row, one.count);
    cell(last, one.tuned ? one.text + " [" + one.tuned + "]" : one.text, true).colSpan = 4;
    last.className = "ends";
    return [row, last];
  }));
  byId("sent").replaceChildren(...state.transmissions.flatMap((one) => {
    const row = document.createElement("tr"), last = document.createElement("tr");
    cell(row, new Date(one.at * 1000).toLocaleTimeString([], two)); cell(row, VERDICTS[one.verdict] || one.verdict);
    cell(row, one.port, true);
    cell(last, one.frame + (one.why ? " (" + one.why + ")" : ""), true).colSpan = 3;
    last.className = "ends";
    return [row, last];
  }));
  byId("unsent").hidden = state.transmissions.length > 0;
  const most = Math.max(1, ...state.traffic);
  byId("traffic").replaceChildren(...state.traffic.map((count, i) =>
    shape("rect", { x: i * 2, width: 1.6, height: 20 * count / most, y: 20 - 20 * count / most })));
  const places = state.heard.filter((one) => one.lat !== undefined && one.direct);
  if (places.length > 1) {
    const lats = places.map((one) => one.lat), lons = places.map((one) => one.lon);
    const [south, west] = [Math.min(...lats), Math.min(...lons)];
    const high = Math.max(...lats) - south || 1, wide = Math.max(...lons) - west || 1;
    byId("sketch").replaceChildren(...places.map((one) => shape("circle", { r: 1.5,
      cx: 4 + 112 * (one.lon - west) / wide, cy: 56 - 52 * (one.lat - south) / high })));
  }
}
async function look() {
  try {
    draw(await (await fetch("status.json")).json());
    byId("away").hidden = true;
  } catch { byId("away").hidden = false; }
  setTimeout(look, 2000);
}
${DEVICES_SCRIPT}
byId("silence").addEventListener("click", async () => {
  await fetch("quiet", { method: "POST", headers: { "content-type": "application/json" }, body: "{}" });
  byId("silenced").textContent = SILENT;
});
look();
`;

export const pageHtml = (status: BoxStatus, now: number): string =>
  `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(status.call)}: receiver box</title><style>${PAGE_STYLE}</style></head><body><main>
<h1>${escaped(status.call)}</h1>
<p id="simulated" class="played"${
    status.simulated ? "" : " hidden"
  }>Simulation: a recording is played, nothing is heard.
 The gateway reads it and keeps nothing of it. This is what a healthy box looks like.</p>
<p id="away" class="bad" hidden>The box does not answer.</p>
<noscript><pre>${escaped(statusLines(status, now).join("\n"))}</pre></noscript>
<p><button id="silence" type="button">Silence the transmitter</button> <span id="silenced" role="status"></span></p>
<h2>Gateway</h2><p id="gateway"></p>
<h2>Frames</h2><p id="sum"></p><svg viewBox="0 0 120 20" preserveAspectRatio="none" id="traffic" role="img"
 aria-label="Packets in each of the last sixty minutes"></svg>
<h2>Connections</h2><table><thead><tr><th>Address</th><th>State</th><th>In</th></tr></thead><tbody id="connections">
</tbody></table><div id="levels" class="long"></div><p id="senses"></p>
${DEVICES_HTML}
<h2>Transmit</h2><p id="locks"></p>
<p id="unsent">Nothing was transmitted, and nothing kept back.</p>
<table><thead><tr><th>At</th><th>What became of it</th><th>Port</th></tr></thead><tbody id="sent"></tbody></table>
<h2>To look at</h2><ul id="warnings"></ul>
<h2>Heard</h2><svg class="sketch" viewBox="0 0 120 60" id="sketch" role="img"
 aria-label="Where directly heard stations said they were"></svg>
<table><thead><tr><th>Station</th><th>At</th><th>How</th><th>Packets</th></tr></thead>
<tbody id="heard"></tbody></table>
<h2>Set-ups that are known to work</h2>
${SETUPS.map((setup) => setupHtml(setup, escaped)).join("\n")}
</main><script>${PAGE_SCRIPT}</script></body></html>
`;
