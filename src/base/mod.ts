/** What every area may use: the world, typed failures, bytes, callsigns, geometry. Imports nothing of the project. */
export * from "./bytes.ts";
export * from "./callsigns.ts";
export * from "./clock.ts";
export * from "./disk.ts";
export * from "./doh.ts";
export * from "./failures.ts";
export * from "./fetch_guard.ts";
export * from "./geometry.ts";
export * from "./grid.ts";
export * from "./own_addresses.ts";
export * from "./public_address.ts";
export * from "./replace_file.ts";
export * from "./spoken.ts";
export * from "./tcp_line.ts";
export * from "./text.ts";
export * from "./world.ts";
export * from "./xml.ts";
