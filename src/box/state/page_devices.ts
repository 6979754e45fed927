/**
 * The page's part about what is plugged in: cards and sticks are listed when it is opened, and one may be listened to from then
 * on. It only receives: whoever wants it to transmit is at the box's shell.
 */
import { readConnection } from "../drivers/table.ts";
import type { HostFiles } from "../radio/host_files.ts";
import { asObject, asText } from "../json.ts";

/** Kinds of connections that the page may add. */
const SCHEMES: readonly string[] = ["sound", "rtlsdr"];

interface ListedDevices {
  devices: { what: string; address?: string }[];
  /** What is said of programs that are not installed. */
  missing: string[];
}

async function listed(files: HostFiles): Promise<ListedDevices> {
  const { deviceLines, hostDevices, missingPrograms, programsOf } = await import("../radio/here.ts");
  const devices = await hostDevices(files);
  return {
    devices: deviceLines(devices),
    missing: missingPrograms(programsOf(devices.sticks.length > 0 ? "rtlsdr:" : "")),
  };
}

/** What is plugged in; several askers at one time share one look. */
export function deviceList(files: HostFiles): () => Promise<ListedDevices> {
  let looking: Promise<ListedDevices> | undefined;
  return () => looking ??= listed(files).finally(() => looking = undefined);
}

/** Adds what the page names; gives a sentence where it cannot. */
export async function connectFromPage(
  request: Request,
  connect: (address: string) => string | undefined,
): Promise<string | undefined> {
  const text = asText(asObject(await request.json().catch(() => undefined)).address, 300) ?? "";
  const read = readConnection(text);
  if (typeof read === "string") return read;
  const { scheme, tx, query } = read.address;
  if (!SCHEMES.includes(scheme) || tx || query.has("ptt")) {
    return "this page adds sound cards and sticks that only receive: main.ts box radio takes the rest";
  }
  return connect(text);
}

export const DEVICES_HTML = `<h2>Sound cards and sticks</h2>
<details id="plugged"><summary>What is plugged in here</summary>
<p><label><input id="own" type="checkbox" checked> It is this box's own receiver, at this place</label></p>
<p><label>Frequency of a stick, megahertz <input id="mhz" inputmode="decimal" value="144.8"></label></p>
<ul id="devices"></ul><p id="taken" role="status"></p></details>`;

export const DEVICES_SCRIPT = `
function deviceLine(one) {
  const item = document.createElement("li");
  item.append(one.what + " ");
  if (!one.address) return item;
  const button = document.createElement("button");
  button.textContent = "Listen to it";
  button.setAttribute("aria-label", "Listen to it: " + one.what);
  button.addEventListener("click", async () => {
    const query = [];
    if (one.address.startsWith("rtlsdr:")) query.push("mhz=" + byId("mhz").value.trim());
    if (byId("own").checked) query.push("site=" + call);
    const address = one.address + (query.length ? "?" + query.join("&") : "");
    const answer = await fetch("connect", { method: "POST", headers: { "content-type": "application/json" },
      body: JSON.stringify({ address }) });
    byId("taken").textContent = answer.ok ? "The box listens to " + address : (await answer.json()).problem;
  });
  item.append(button);
  return item;
}
byId("plugged").addEventListener("toggle", async () => {
  if (!byId("plugged").open) return;
  const { devices, missing } = await (await fetch("devices.json")).json();
  const said = devices.length ? devices : [{ what: "Nothing is plugged in that hears." }];
  byId("devices").replaceChildren(...[...said, ...missing.map((what) => ({ what }))].map(deviceLine));
});
`;
