/** Which chapter of the handbook explains a refusal. Loaded with the first refusal: few people ever meet one. */
export { chapterOfReason } from "../../handbook/mod.ts";
