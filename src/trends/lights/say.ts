/** What operators read of a light: its name, the mail, and the message on the air. Pure. */
import type { Mail } from "../../base/mod.ts";
import { filledWith, LANGUAGES, pageWords } from "../../words/mod.ts";
import type { Telling } from "./lights.ts";

type Language = typeof LANGUAGES[number];
const ALL = pageWords("pages/lights");

const wordsFor = (lang: string | undefined) =>
  ALL[LANGUAGES.find((code) => code === lang) ?? "en" as Language];

/** Such as "Receiver hut" for `box:hut`. */
export function lightName(key: string, lang?: string): string {
  const at = key.indexOf(":"), kind = at < 0 ? key : key.slice(0, at);
  const words = wordsFor(lang) as Readonly<Record<string, string>>;
  return filledWith(words[kind] ?? key, { name: key.slice(at + 1) });
}

/** Most bytes of a message on the air (APRS101, 14). */
const MESSAGE_MOST = 67;

/** One line for the air: what is out first, as many names as fit. In English and plain letters, as radios show them. */
export function onAir(telling: readonly Telling[]): string {
  const names = (kind: Telling["kind"]) =>
    telling.filter((one) => one.kind === kind).map(({ key }) => lightName(key)).join(", ");
  const broken = names("broken"), well = names("well");
  return [...(broken ? [`Not working: ${broken}`] : []), ...(well ? [`Works again: ${well}`] : [])].join("; ")
    .replaceAll(/[^\x20-\x7e]|[|~{]/g, "?").slice(0, MESSAGE_MOST);
}

const time = (at: number): string =>
  `${new Date(at * 1000).toISOString().slice(0, 16).replace("T", " ")} UTC`;

/** One mail for all that is told at once. `origin`: the instance's address, where it has one. */
export function lightMail(
  telling: readonly Telling[],
  { to, lang, instance, origin }: {
    to: string;
    lang: string | undefined;
    instance: string;
    origin?: string | undefined;
  },
): Mail {
  const words = wordsFor(lang), [first] = telling;
  const line = ({ key, kind, since }: Telling) =>
    `${time(since)}  ${filledWith(words[`subject.${kind}`], { instance, what: lightName(key, lang) })}`;
  return {
    to,
    subject: telling.length === 1
      ? filledWith(words[`subject.${first!.kind}`], { instance, what: lightName(first!.key, lang) })
      : filledWith(words["subject.some"], { instance, n: telling.length }),
    text: [
      filledWith(words.intro, { instance }),
      telling.map(line).join("\n"),
      ...(origin
        ? [
          filledWith(words.page, { url: `${origin}/admin` }),
          filledWith(words.quiet, { url: `${origin}/admin/settings?find=OPERATORS_TOLD` }),
        ]
        : []),
    ].join("\n\n") + "\n",
  };
}
