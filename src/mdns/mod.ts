/**
 * Multicast DNS: this host's names and its service on the local network, and services of others (FED "Local discovery").
 * Owns no tables. Believes nobody: what others announce is handed on as a claim, and no storm of it costs more than a
 * bounded share of work. Messages, records and their state machines are pure; only `socket.ts` opens a port.
 */
export type { Found } from "./browser.ts";
export { Mdns } from "./mdns.ts";
export type { Service } from "./records.ts";
