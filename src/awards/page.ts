/** The page of a certificate, which is its proof too: it prints on one sheet, and says whether it stands. */
import { proofPage } from "../http/mod.ts";
import { pageWords } from "../words/mod.ts";
import type { AwardLang, Standing } from "./awards.ts";
import type { Certificate } from "./certificate.ts";
import { certificateSvg } from "./drawing.ts";
import type { CertificateWords } from "./told.ts";

const WORDS = pageWords("pages/awards");

/** The page as HTML. */
export function certificatePage(
  { certificate, standing, told, lang, instance }: {
    certificate: Certificate;
    standing: Standing;
    told: CertificateWords;
    lang: AwardLang;
    instance: string;
  },
): Promise<Response> {
  const words = WORDS[lang];
  return proofPage({
    title: `${told.name}: ${certificate.call}`,
    instance,
    lang,
    words,
    stands: standing === "stands",
    standing: words[standing],
    svg: certificateSvg(certificate, told),
    paper: "A4 landscape",
    path: `/award/${certificate.code}`,
    document: certificate,
    chapter: "/help/first-find",
  });
}
