/** What the pages of accounts say that the server draws, in each language. `{…}` is filled in. */
import { pageWords } from "../words/mod.ts";

export const PAGE_WORDS = pageWords("pages/accounts");
