/** Whether this phone is on Wi-Fi, and whether the person wants packs to wait for Wi-Fi. */
const KEY = "packs-on-wifi";

const connection = () => (navigator as { connection?: EventTarget & { type?: string } }).connection;

/** Whether the phone is on Wi-Fi; `undefined` where the browser does not say. */
export const wifi = (): boolean | undefined => {
  const type = connection()?.type;
  return type === undefined ? undefined : type === "wifi" || type === "ethernet";
};

/** Whether each byte costs somebody: they save data, or the phone is on a network that is mostly paid by volume. */
export const isDear = (): boolean =>
  (connection() as { saveData?: boolean } | undefined)?.saveData === true || wifi() === false;

/** Calls `act` whenever the phone changes to another network, where the browser says that. */
export const onNetworkChange = (act: () => void): void => connection()?.addEventListener?.("change", act);

/** Whether packs have to wait now, because the phone is on another network than the person wishes. */
export const awaitsWifi = (): boolean => wifiOnly() && wifi() === false;

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
