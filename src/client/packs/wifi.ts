/** Whether this phone is on Wi-Fi, and whether the person wants packs to wait for Wi-Fi. */
const KEY = "packs-on-wifi";

const typeNow = (): string | undefined => (navigator as { connection?: { type?: string } }).connection?.type;

/** Whether the phone is on Wi-Fi; `undefined` where the browser does not say. */
export const wifi = (): boolean | undefined => {
  const type = typeNow();
  return type === undefined ? undefined : type === "wifi" || type === "ethernet";
};

/** Whether packs wait for Wi-Fi. */
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
    // A browser that forbids storage: the choice is not kept.
  }
}
