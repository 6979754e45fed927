/** The spots' configuration as the operator has set it now. */
import {
  ADMIN_CALLSIGNS,
  instanceId,
  type Settings,
  SPOTS_CALL,
  SPOTS_DXCLUSTER,
  SPOTS_ENABLED,
  SPOTS_RBN,
  SPOTS_SOURCES,
  SPOTS_TTL_SEC,
} from "../../settings/mod.ts";
import type { SpotConfig } from "./keeper.ts";

export const spotConfig = (settings: Settings, version: string) => (): SpotConfig => ({
  enabled: settings.get(SPOTS_ENABLED),
  sources: settings.get(SPOTS_SOURCES),
  ttlSec: settings.get(SPOTS_TTL_SEC),
  clusters: { dxcluster: settings.get(SPOTS_DXCLUSTER), rbn: settings.get(SPOTS_RBN) },
  login: settings.get(SPOTS_CALL) ?? settings.get(ADMIN_CALLSIGNS)[0],
  agent: `service-gateway/${version} (${instanceId(settings)})`,
});
