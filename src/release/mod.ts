/**
 * Releases on a host: signed bundles, the versions beside one another, the service that runs one of them, the way to the
 * next and back. Owns no table; touches the database as a file alone. Refuses a bundle that is not signed with the key in
 * the program.
 */
export { releaseFailure, signBundle } from "./manifest.ts";
export { RELEASE_KEY } from "./key.ts";
export { hostAt } from "./host.ts";
export { install, uninstall } from "./install.ts";
export { obeyGoingBack } from "./going_back.ts";
export { goBack, upgrade } from "./upgrade.ts";
