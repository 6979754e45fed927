/**
 * Bodies of strangers, read: bytes become text, packages are opened, XML is taken apart, and one purse pays for all of a body.
 * `readers.ts` names every reader of the program. Refuses by its own errors, which whoever reads turns into a refusal of theirs.
 */
export * from "./csv.ts";
export * from "./purse.ts";
export * from "./text_of_bytes.ts";
export * from "./unpack.ts";
export * from "./xml.ts";
