/** The card that a person writes about themselves (API "Accounts, identity, verification", `/auth/profile`). Pure. */
import { z } from "#schemas";
import { boxOfLocator, replaceTags } from "../../base/mod.ts";

/** Text as a page may show it: without tags and control characters, every white space a plain blank. */
export function plainText(text: string): string {
  return replaceTags(text, () => "")
    // deno-lint-ignore no-control-regex
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g, "")
    .trim();
}

/**
 * Text of at most `most` characters, tags not counted. A text that is far longer is refused before anything reads it.
 */
export const plain = (most: number) =>
  z.string().max(4 * most).transform(plainText).pipe(z.string().max(most));
const oneLine = (most: number) =>
  z.string().max(4 * most).transform((text) => plainText(text).replace(/\s+/g, " ")).pipe(
    z.string().max(most),
  );

/** An address that a browser may open: http or https, no credentials in it. */
function isWebAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password;
}
const webAddress = z.string().max(300).trim().refine(isWebAddress, "must be an http or https address");

/** An email address of a plain form. Whether it exists is seen only when the mail server takes a mail for it. */
export const EmailAddress = z.string().max(254).trim().pipe(z.email()).transform((text) =>
  text.toLowerCase()
);

const absent = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => value === "" ? null : value, schema.nullable()).default(null);

/** Body of `POST /auth/profile`: replaces the whole card; members that are left out are emptied. */
export const NewProfile = z.object({
  displayName: absent(oneLine(60)),
  homeGrid: absent(
    z.string().max(40).trim().refine(
      (text) => boxOfLocator(text) !== undefined,
      "must be a Maidenhead locator",
    ),
  ),
  avatarUrl: absent(webAddress),
  bio: absent(plain(500)),
  links: z.array(z.object({ label: oneLine(40).pipe(z.string().min(1)), url: webAddress })).max(5).default(
    [],
  ),
  publicContact: absent(EmailAddress),
  profilePublic: z.boolean().default(false),
});

/** A card as its owner sees it. */
export const ProfileReply = z.object({
  displayName: z.string().nullable(),
  homeGrid: z.string().nullable().describe(
    "Maidenhead locator of the home place, e.g. JN88ee; null: none is given",
  ),
  avatarUrl: z.string().nullable(),
  bio: z.string().nullable(),
  links: z.array(z.object({ label: z.string(), url: z.string() })),
  publicContact: z.string().nullable().describe(
    "Email address that others see on the card; null: none is shown",
  ),
  profilePublic: z.boolean().describe("Whether others may see the card; false: its owner alone"),
});
/** A card as everybody sees it. */
export const PublicCard = ProfileReply.omit({ profilePublic: true });
/** A card as stored and shown to its owner. Public only while `profilePublic`. */
export type Profile = z.output<typeof NewProfile>;
/** A card nobody has written yet: what `NewProfile` makes of nothing, which a start need not ask it. */
export const EMPTY_PROFILE: Profile = {
  displayName: null,
  homeGrid: null,
  avatarUrl: null,
  bio: null,
  links: [],
  publicContact: null,
  profilePublic: false,
};
