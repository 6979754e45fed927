/** zod, as the rest of the program takes it: under its own name, see `scopes` in deno.json. */
export * from "./names.ts";
export * as z from "./names.ts";
