/** The page of a found box, as the server and the app draw it. */
import { IconDisc } from "../../ui/look/radio.tsx";
import { Card, Entries, Entry } from "../../ui/look/lists.tsx";
import { ButtonLink, Foreign, Heading } from "../../ui/parts.tsx";
import { say } from "../../ui/say.ts";

/** `code`: which cache it is, where the link names it. */
export function FoundBoxView({ name, code }: { name: string; code: string | undefined }) {
  const cache = code !== undefined && /^[\w:.-]{1,80}$/.test(code) ? code : undefined;
  return (
    <div class="found-box">
      <Heading>{say("page.found_box")}</Heading>
      <p class="hello-lead">{say("found.what")}</p>
      <Card flush>
        <Entries label={say("page.found_box")}>
          <Entry
            disc={<IconDisc icon="package" tint="go" />}
            name={say("found.leave")}
            line={say("found.leave.what")}
          />
          <Entry
            disc={<IconDisc icon="pencil" tint="go" />}
            name={say("found.look")}
            line={say("found.look.what")}
          />
          <Entry
            disc={<IconDisc icon="flag" tint="air" />}
            name={say("found.bad")}
            line={
              <span>
                {say("found.bad.what")} <a href="/imprint">{say("found.tell")}</a>
              </span>
            }
          />
        </Entries>
      </Card>
      <p>
        {say("found.club")} <Foreign>{name}</Foreign>
      </p>
      <div class="buttons">
        {cache !== undefined && (
          <ButtonLink href={`/c/${encodeURIComponent(cache)}`} kind="quiet">{say("found.cache")}</ButtonLink>
        )}
        <ButtonLink href="/welcome" icon="compass">{say("found.more")}</ButtonLink>
      </div>
    </div>
  );
}
