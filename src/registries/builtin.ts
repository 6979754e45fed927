/**
 * The project's own registry: data of this repository. Its list is empty so far. Whoever adds a tool signs the list
 * with the project's key, and ships that key here in the same release. Until then the list is signed by a key whose
 * private half was never kept, so that nobody else can sign under this name.
 */
import { utf8 } from "../base/mod.ts";
import file from "./builtin.json" with { type: "json" };

export const BUILTIN = {
  id: "builtin",
  spec: "builtin",
  url: "/api/tools/registries/builtin/file",
  authority: file.authority,
  label: "Service Gateway",
};

/** The registry's file. */
export const readFile = (): Uint8Array<ArrayBuffer> => utf8(JSON.stringify(file));
