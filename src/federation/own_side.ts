/** What this instance tells others of itself: addresses, surfaces, region, and its key to compare (FED "Peer"). */
import { FED_ENDPOINTS, FED_PEER_EXCHANGE, type Settings } from "../settings/mod.ts";
import { fingerprintOf, showFingerprint, spokenFingerprint } from "../wire/mod.ts";
import { CAPABILITY } from "./corroborate/witnesses.ts";
import { regionOf } from "./from_settings.ts";
import type { Identity } from "./keys/identity.ts";
import { readEndpoints } from "./peers/endpoints.ts";
import type { Region } from "./serve/region.ts";

export class OwnSide {
  constructor(readonly settings: Settings, readonly identity: Identity) {}

  /** The region that caches are mirrored of; undefined for the whole earth. */
  region(): Region | undefined {
    return regionOf(this.settings);
  }

  /** Own endpoints (FED_ENDPOINTS), as they are published. */
  endpoints() {
    return readEndpoints(this.settings.get(FED_ENDPOINTS));
  }

  /** Names of the surfaces that this instance serves now; none while it has no key (FED "Versioning"). */
  capabilities(): string[] {
    if (!this.identity.key) return [];
    return [
      "sync-cbor",
      "sync-origins",
      "sync-cache-bbox",
      ...(this.settings.get(FED_PEER_EXCHANGE) ? ["peer-exchange"] : []),
      CAPABILITY,
    ];
  }

  /** Fingerprint of the current key, 16 hexadecimal digits in groups of four; `null` while there is no key. */
  fingerprint(): string | null {
    const key = this.identity.key?.publicKey;
    return key === undefined ? null : showFingerprint(fingerprintOf(key));
  }

  /** The same fingerprint as words, to be read over the air; empty while there is no key. */
  spoken(): string[] {
    const key = this.identity.key?.publicKey;
    return key === undefined ? [] : spokenFingerprint(fingerprintOf(key));
  }
}
