/** Whether this phone is on Wi-Fi, where its browser tells, and whether packs wait for it. */
const KEY = "packs-on-wifi";

const typeNow = (): string | undefined => (navigator as { connection?: { type?: string } }).connection?.type;

/** `undefined` where the browser does not tell. */
export const wifi = (): boolean | undefined => {
  const type = typeNow();
  return type === undefined ? undefined : type === "wifi" || type === "ethernet";
};

export function wifiOnly(): boolean {
  try {
    return localStorage.getItem(KEY) === "yes";
  } catch {
    return false; // a browser that forbids storage
  }
}

export function setWifiOnly(on: boolean): void {
  try {
    if (on) localStorage.setItem(KEY, "yes");
    else localStorage.removeItem(KEY);
  } catch {
    // It holds for no longer than the page.
  }
}
