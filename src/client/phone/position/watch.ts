/** Asks the browser where the phone is. No other file does. */
import type { Gateway } from "../ask.ts";
import type { ClientWorld } from "../world.ts";
import { type Failure, LATE_S, type Reading, takenAt } from "./reading.ts";

/** The failure for the code of a browser's `GeolocationPositionError`. */
export const failureOf = (code: number): Failure => code === 1 ? "refused" : code === 3 ? "timeout" : "nofix";

/** How old a reading may be, in seconds: an exact one, and one that is wanted at once. */
const EXACT_S = 1, ROUGH_S = 60;

/** Whom a watch tells. */
interface WatchListener {
  read(reading: Reading): void;
  /** No reading comes at present; the watch goes on, except after a refusal. */
  failed(failure: Failure): void;
}

export interface WatchHow {
  /**
   * Where no reading came for so many seconds, one is asked for: browsers tell of no change while a phone lies still, and the
   * age of a reading would grow though it is good.
   */
  renewS: number;
  /** A rough reading is wanted at once as well, before the exact one comes. */
  rough?: boolean;
}

/** Reads the place while the page is visible, until the function that it gives is called. Times are by the gateway's clock. */
export function watchPosition(
  { gateway, world }: { gateway: Gateway; world: ClientWorld },
  told: WatchListener,
  { renewS, rough = false }: WatchHow,
): () => void {
  const { geolocation } = navigator;
  if (!isSecureContext || !geolocation) return () => {};
  let stop = () => {};
  const begin = () => {
    let ended = false, refused = false, heard = world.clock(), read = false;
    const taken = (mostS: number) => ({ coords, timestamp }: GeolocationPosition) => {
      if (ended) return;
      [read, heard] = [true, world.clock()];
      const at = takenAt(timestamp, { clock: world.clock(), offset: gateway.offset.peek(), most: mostS });
      told.read({ lat: coords.latitude, lon: coords.longitude, accuracyM: coords.accuracy, at });
    };
    const fail = ({ code }: { code: number }) => {
      if (ended) return;
      refused ||= code === 1;
      told.failed(refused ? "refused" : failureOf(code));
    };
    const take = taken(EXACT_S), exact = { enableHighAccuracy: true, maximumAge: EXACT_S * 1000 };
    const watch = geolocation.watchPosition(take, fail, exact);
    if (rough) {
      const soon = { enableHighAccuracy: false, maximumAge: ROUGH_S * 1000, timeout: LATE_S * 1000 };
      geolocation.getCurrentPosition((found) => !read && taken(ROUGH_S)(found), () => {}, soon);
    }
    const late = world.later(() => !read && !refused && told.failed("timeout"), LATE_S * 1000);
    let next = () => {};
    const renew = () => {
      if (!refused && world.clock() - heard >= renewS) {
        heard = world.clock();
        geolocation.getCurrentPosition(take, () => {}, { ...exact, timeout: LATE_S * 1000 });
      }
      next = world.later(renew, 1000);
    };
    next = world.later(renew, 1000);
    return () => {
      ended = true;
      geolocation.clearWatch(watch);
      late();
      next();
    };
  };
  const seen = () => {
    stop();
    stop = document.hidden ? () => {} : begin();
  };
  document.addEventListener("visibilitychange", seen);
  seen();
  return () => {
    document.removeEventListener("visibilitychange", seen);
    stop();
  };
}
