/** The mail to the operator about a report. Pure: plain text, no link that acts, nothing of who reported. */
import type { Mail } from "../../base/mod.ts";
import type { ReportRow } from "./store.ts";

/** Text of others in a mail: one line, so that it cannot pass for a part of ours. */
const line = (text: string): string => text.replace(/\s+/g, " ").trim();

export function reportMail(
  { to, instance }: { to: string; instance: string },
  { kind, category, label, preview, text }: Pick<
    ReportRow,
    "kind" | "category" | "label" | "preview" | "text"
  >,
): Mail {
  const paragraphs = [
    `Somebody reported a ${kind} at ${instance} as ${category}.`,
    `What: ${line(label)}`,
    ...(preview === "" ? [] : [`It begins: ${line(preview)}`]),
    ...(text === "" ? [] : [`They wrote: ${line(text)}`]),
    "Look at it under Reports in the administration of the instance, or with `reports` at its shell.",
  ];
  return {
    to,
    subject: `Report: ${category} (${kind}) at ${instance}`,
    text: paragraphs.join("\n\n") + "\n",
  };
}
