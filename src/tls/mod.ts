/**
 * https of one's own: a certificate authority for this host's local names and addresses, its short-lived certificate, and
 * the port that serves it. Owns `DATA_DIR/tls`, no table. Refuses to speak for a name or an address that others own, and
 * never shows a certificate at an address that it does not name.
 */
export { authorityCertificate, fingerprintOf, readAuthority } from "./authority.ts";
export { mobileConfig } from "./mobile_config.ts";
export { Door } from "./door.ts";
export { dnsNames, readLeaf as leafIn } from "./leaf.ts";
export { newAuthority, OwnCertificate, type OwnParts, renewLeaf } from "./own.ts";
export { isOwnable, isPermitted } from "./ranges.ts";
export { Reach, type TlsMode } from "./reach.ts";
