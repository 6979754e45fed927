/** How a tool is called and drawn: as its list or its manifest says, in the reader's language where it has that. Pure. */
import { ICON_PATHS } from "../../ui/icons/paths.ts";
import { member, textOf } from "../run/shapes.ts";

export interface Face {
  title: string;
  /** In a few words, for a tile. */
  line: string;
  description: string;
  /** Under which heading it stands, where one is said. */
  group: string;
  icon: keyof typeof ICON_PATHS;
}

/** The face of a tool that says no more than its name. */
export const plainFace = (name: string): Face => faceOf({}, name);

export function faceOf(one: unknown, name: string, lang = "en"): Face {
  const of = (word: string, most: number) =>
    textOf(member(member(one, lang), word) ?? member(one, word), most);
  const icon = member(one, "icon");
  return {
    title: of("title", 80) || name,
    line: of("line", 40),
    description: of("description", 500),
    group: of("group", 20),
    icon: typeof icon === "string" && Object.hasOwn(ICON_PATHS, icon) ? icon as Face["icon"] : "wrench",
  };
}
