/** The page Welcome, as the server and the app draw it. */
import type { ComponentChildren } from "preact";
import { Card, GroupHead, Tiles } from "../../ui/look/lists.tsx";
import { TierBadge } from "../../ui/look/radio.tsx";
import { ButtonLink, Foreign, Heading } from "../../ui/parts.tsx";
import { type Key, say } from "../../ui/say.ts";
import { numberFormat, sayAge, sayDistance } from "../../ui/times.ts";

// The picture that explains a find: somebody at a box sends a report, a receiver on a hill hears it.

/** Letters of a tag's two lines are so wide at most, in units of the drawing. */
const WIDE = [12.2, 10.2] as const;
/** A tag as wide as its longer line. */
const widthOf = (first: string, second: string, before: number): number =>
  before + 18 + Math.max(first.length * WIDE[0], second.length * WIDE[1]);

/** The picture says what its label says. */
function Hill() {
  const heard = say("welcome.picture.heard", { site: "OE3XAR" }),
    when = `${sayDistance(2100)} · ${sayAge(4)}`;
  const proven = say("welcome.proven"), far = say("welcome.picture.far", { far: sayDistance(38) });
  return (
    <svg class="hill" viewBox="0 0 720 560" role="img" aria-label={say("welcome.picture")}>
      <rect class="hill-sky" width="720" height="560" />
      <path
        class="hill-grid"
        d="M120 0V560M240 0V560M360 0V560M480 0V560M600 0V560M0 120H720M0 240H720M0 360H720M0 480H720"
      />
      <circle class="hill-sun" cx="96" cy="196" r="40" />
      <path class="hill-far" d="M0 352C80 300 150 318 230 296S390 190 520 176s140 60 200 70v320H0z" />
      <path class="hill-mid" d="M0 410c90-36 190-30 280-6s210-34 300-40 110 10 140 16v190H0z" />
      <path class="hill-near" d="M0 470c120-40 240-34 360-4s260 20 360-16v120H0z" />
      <path
        class="hill-river"
        d="M720 404c-70 14-110 26-190 22s-130 22-110 48 60 40 30 90h150c10-40-20-70 10-92s70-8 110-18z"
      />
      <g class="hill-line">
        <path d="M540 178V70M540 84l-20 94M540 84l20 94M527 146h26M531 122h18M526 76h28M532 62h16" />
      </g>
      <path
        class="hill-waves"
        d="M564 48a40 40 0 0 1 0 44M580 36a62 62 0 0 1 0 68M516 48a40 40 0 0 0 0 44M500 36a62 62 0 0 0 0 68"
      />
      <path class="hill-lost" d="M170 398Q300 20 528 70M170 398Q320 110 532 84" />
      <path class="hill-arc" d="M170 398Q310 64 530 76" />
      <circle class="hill-ring" cx="168" cy="458" r="76" />
      <path class="hill-grass" d="M40 520v-22M64 526v-24M88 530v-24M260 524v-24M284 520v-22M308 518v-22" />
      <path
        class="hill-man"
        d="M150 399a11 11 0 1 0 .1 0zM150 422c-14 0-18 10-18 22v26h10l3 42h12l3-42h10v-26c0-8-3-14-8-18l10-4v-32h-2v-18h-4v18h-7v26z"
      />
      <path
        class="hill-box"
        d="M201 484h32q5 0 5 5v16q0 5-5 5h-32q-5 0-5-5v-16q0-5 5-5zM196 493h42M212 489h10v8h-10z"
      />
      <g class="hill-tag" transform="translate(150 30)" aria-hidden="true">
        <rect width={widthOf(heard, when, 50)} height="60" rx="18" />
        <circle class="hill-lamp" cx="28" cy="30" r="8" />
        <text x="50" y="27">{heard}</text>
        <text class="hill-second" x="50" y="47">{when}</text>
      </g>
      <g class="hill-tag hill-proven" transform="translate(262 428)" aria-hidden="true">
        <rect width={widthOf(proven, far, 66)} height="60" rx="30" />
        <path d="M32 30h.01M40 22a11 11 0 0 1 0 16M46 17a18 18 0 0 1 0 26" />
        <text x="66" y="27">{proven}</text>
        <text class="hill-second" x="66" y="46">{far}</text>
      </g>
    </svg>
  );
}

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
