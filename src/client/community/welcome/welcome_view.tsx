/** The page Welcome, as the server and the app draw it. */
import type { ComponentChildren } from "preact";
import { Card, GroupHead, Tiles } from "../../ui/look/lists.tsx";
import { TierBadge } from "../../ui/look/radio.tsx";
import { ButtonLink, Foreign, Heading } from "../../ui/parts.tsx";
import { type Key, say } from "../../ui/say.ts";
import { numberFormat } from "../../ui/times.ts";
import { Hill } from "./hill.tsx";

export interface WelcomeSeen {
  /** Of the club, or of the instance. */
  name: string;
  /** What the club says of itself. */
  text: string | undefined;
  /** Not known while the gateway has not said. */
  counts: { activeCaches: number; tierAFinds7d: number; stationsHeard1h: number } | undefined;
  isMember: boolean;
}

export function WelcomeView({ name, text, counts, isMember }: WelcomeSeen) {
  return (
    <div class="welcome">
      <section class="hello">
        <div>
          <p class="caps">{say("welcome.hunt")}</p>
          <Heading>{say("welcome.slogan")}</Heading>
          <p class="hello-lead">{say("welcome.lead")}</p>
          <div class="buttons">
            <ButtonLink href="/" icon="compass">{say("welcome.look")}</ButtonLink>
            {!isMember && (
              <ButtonLink href="/sign-in" kind="quiet" icon="user">{say("welcome.join")}</ButtonLink>
            )}
          </div>
          <p class="soft">{say("welcome.free")}</p>
        </div>
        <Hill />
      </section>
      <ol class="hello-steps">
        <Step title="welcome.go">{say("welcome.go.what")}</Step>
        <Step title="welcome.send">{say("welcome.send.what")}</Step>
        <Step title="welcome.believed">
          {say("welcome.believed.what")} <TierBadge tier="A">{say("welcome.proven")}</TierBadge>
        </Step>
      </ol>
      {counts && <Tiles of={tiles(counts)} />}
      <div class="hello-more">
        <Card>
          <GroupHead>{say("welcome.without")}</GroupHead>
          <ul>
            <li>{say("welcome.without.look")}</li>
            <li>{say("welcome.without.go")}</li>
            <li>{say("welcome.without.licence")}</li>
          </ul>
        </Card>
        <Card>
          <GroupHead>{say("welcome.with")}</GroupHead>
          <ul>
            <li>{say("welcome.with.log")}</li>
            <li>{say("welcome.with.hide")}</li>
            <li>{say("welcome.with.talk")}</li>
          </ul>
        </Card>
        <Card>
          <GroupHead>{say("welcome.club")}</GroupHead>
          <p>
            <strong>
              <Foreign>{name}</Foreign>
            </strong>
          </p>
          {text !== undefined && <p class="text">{text}</p>}
          <p>
            <a href="/about">{say("foot.about")}</a>
          </p>
        </Card>
      </div>
      <p class="soft">
        {say("welcome.chance")} <a href="/found-a-box">{say("welcome.chance.what")}</a>
      </p>
    </div>
  );
}

const Step = ({ title, children }: { title: Key; children: ComponentChildren }) => (
  <li>
    <div>
      <h2>{say(title)}</h2>
      <p class="soft">{children}</p>
    </div>
  </li>
);

/** What there is, and what happens on the air. */
const tiles = (counts: NonNullable<WelcomeSeen["counts"]>) =>
  ([
    [counts.activeCaches, "welcome.caches"],
    [counts.stationsHeard1h, "welcome.heard"],
    [counts.tierAFinds7d, "welcome.week"],
  ] as const).map(([n, words]) => ({ value: numberFormat({}).format(n), words: say(words) }));
