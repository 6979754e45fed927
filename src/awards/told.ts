/** What a certificate says, in the reader's words. Pure. */
import { pageWords } from "../words/mod.ts";
import type { AwardLang } from "./awards.ts";
import type { Certificate } from "./certificate.ts";

const WORDS = pageWords("pages/awards");

export interface CertificateWords {
  title: string;
  to: string;
  has: string;
  name: string;
  about: string;
  earned: string;
  signed: string;
  /** Where the page of proof is. */
  at: string;
}

/** `origin`: address of this instance as the reader has reached it. */
export function toldOf(
  { award, about, instance, earnedAt, signedAt, code }: Certificate,
  lang: AwardLang,
  origin: string,
): CertificateWords {
  const words = WORDS[lang];
  const day = (at: number) =>
    new Date(at * 1000).toLocaleDateString(lang, { dateStyle: "long", timeZone: "UTC" });
  return {
    ...{ title: words.title, to: words.to, has: words.has, name: award },
    about,
    earned: words.earned.replace("{date}", day(earnedAt)),
    signed: words.signed.replace("{instance}", instance).replace("{date}", day(signedAt)),
    at: `${origin.replace(/^https?:\/\//, "")}/award/${code}`,
  };
}
