/** A name in the forms that the source has it in. */
import { Refusal } from "./tree.ts";

export interface Name {
  /** `tool_shed` */
  snake: string;
  /** `toolShed` */
  camel: string;
  /** `ToolShed` */
  pascal: string;
  /** `TOOL_SHED` */
  capital: string;
  /** `tool-shed` */
  kebab: string;
  /** `tool shed` */
  plain: string;
  /** `Tool shed` */
  title: string;
}

export function nameOf(text: string): Name {
  const snake = text.toLowerCase();
  if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(snake)) {
    throw new Refusal(`'${text}' is no name: letters, digits and _, such as tool_shed`);
  }
  const camel = snake.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
  const plain = snake.replaceAll("_", " ");
  return {
    snake,
    camel,
    pascal: camel[0]!.toUpperCase() + camel.slice(1),
    capital: snake.toUpperCase(),
    kebab: snake.replaceAll("_", "-"),
    plain,
    title: plain[0]!.toUpperCase() + plain.slice(1),
  };
}

/** `club/tool_shed`: where it belongs, and its name. */
export function placed(text: string, what: string): { place: string; name: Name } {
  const [place, name, ...rest] = text.split("/");
  if (!place || !name || rest.length > 0) {
    throw new Refusal(`say ${what} and its name, such as ${place || "club"}/tool_shed`);
  }
  return { place, name: nameOf(name) };
}
