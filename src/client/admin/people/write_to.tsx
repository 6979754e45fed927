/** A letter to several people, in the reader's own mail program: none of them sees who else got it. */
import { tell } from "../tell.ts";

/** So many addresses a link of this kind carries in every mail program. */
const MOST = 50;

export function WriteTo({ people }: { people: readonly { email: string | null }[] }) {
  const all = people.flatMap(({ email }) => email ? [email] : []), some = all.slice(0, MOST);
  if (some.length === 0) return <span class="soft">{tell("people.write.nobody")}</span>;
  return (
    <>
      <a class="button button-quiet" href={`mailto:?bcc=${some.map(encodeURIComponent).join(",")}`}>
        {tell("people.write", { n: some.length })}
      </a>
      {some.length < people.length && (
        <span class="soft">
          {all.length > MOST
            ? tell("people.write.most", { n: MOST })
            : tell("people.write.without", { n: people.length - all.length })}
        </span>
      )}
    </>
  );
}
