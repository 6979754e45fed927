/**
 * What is known of a find, drawn, and nothing else: the path from hand to mast only of what a receiver heard and what counts; a
 * path of dots while nobody has said; the measure that is missing where somebody was not near enough.
 */
import { say } from "../../ui/say.ts";
import { sayDistance } from "../../ui/times.ts";
import type { KnownOf } from "../moment.ts";

/** A letter of its words is at most so wide, in the drawing's units. */
const LETTER = 12.5;

/** `site`: who heard it, and how far that is; `missingM`: how much nearer it would count. */
export function Picture({ worth, site, farM, missingM }: {
  worth: KnownOf;
  site?: string | undefined;
  farM?: number | undefined;
  missingM?: number | undefined;
}) {
  const isNot = worth === "unproven" || worth === "uncounted", isAway = missingM !== undefined;
  const words = worth === "waits" ? say("moment.kept") : site;
  const below = worth === "waits"
    ? undefined
    : farM !== undefined
    ? say("moment.away", { far: sayDistance(farM) })
    : undefined;
  return (
    <svg
      class={`moment-arc moment-arc-${worth}`}
      viewBox="0 0 600 430"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <rect class="moment-sky" width="600" height="430" />
      <path
        class="moment-grid"
        d="M100 0V430M200 0V430M300 0V430M400 0V430M500 0V430M0 86H600M0 172H600M0 258H600M0 344H600"
      />
      <circle class="moment-sun" cx="76" cy="150" r="30" />
      <path class="moment-far" d="M0 300C70 252 130 268 200 246S340 150 448 150s112 52 152 62v230H0z" />
      <path class="moment-mid" d="M0 340c80-30 160-26 240-6s170-30 250-36 80 8 110 12v140H0z" />
      <path class="moment-near" d="M0 378c100-34 200-28 300-4s220 18 300-12v90H0z" />
      <g class={worth === "heard" ? "moment-tower" : "moment-tower moment-faint"}>
        <path d="M456 152V62M456 74l-18 80M456 74l18 80M445 126h22M449 104h14M444 68h24M449 56h14" />
        <circle cx="456" cy="54" r="4" />
      </g>
      {worth === "heard" && (
        <path
          class="moment-waves"
          d="M478 42a36 36 0 0 1 0 40M493 30a58 58 0 0 1 0 64M434 42a36 36 0 0 0 0 40M419 30a58 58 0 0 0 0 64"
        />
      )}
      {worth === "heard" && <path class="moment-wave" pathLength="1" d="M148 252Q262 14 446 64" />}
      {worth === "waits" && <path class="moment-dots" d="M148 252Q262 14 446 64" />}
      {isNot && (
        <path
          class="moment-lost"
          d="M112 262a30 30 0 0 1 24 10M117 240a54 54 0 0 1 42 18M122 216a82 82 0 0 1 62 26"
        />
      )}
      {worth !== "unproven"
        ? <ellipse class="moment-spot" cx="146" cy="376" rx="104" ry="32" />
        : <ellipse class="moment-ring" cx={isAway ? 404 : 146} cy={isAway ? 392 : 376} rx="104" ry="30" />}
      <g class="moment-box" transform={isAway ? "translate(186 -108)" : "translate(-22 -126)"}>
        <rect x="196" y="484" width="42" height="26" rx="5" />
        <path d="M196 493h42M212 489h10v8h-10z" />
      </g>
      <g class="moment-man" transform={isAway ? "translate(-66 -128)" : "translate(-26 -130)"}>
        <circle cx="150" cy="410" r="11" />
        <path d="M150 422c-14 0-18 10-18 22v26h10l3 42h12l3-42h10v-26c0-8-3-14-8-18" />
        <path class="moment-arm" d="M160 432l12-10M174 404v-20" />
        <rect x="166" y="404" width="11" height="22" rx="3" />
      </g>
      {isAway && (
        <>
          <path class="moment-gap" d="M124 396H294M124 386v20M294 386v20" />
          <g class="moment-tag" transform="translate(150 318)">
            <rect width="122" height="40" rx="14" />
            <text class="moment-tag-name" x="61" y="28" text-anchor="middle">{sayDistance(missingM)}</text>
          </g>
        </>
      )}
      {words && (
        <g class="moment-tag" transform="translate(262 124)">
          <rect width={62 + LETTER * words.length} height={below ? 58 : 40} rx="17" />
          <circle class="moment-lamp" cx="25" cy={below ? 29 : 20} r="7" />
          <text class="moment-tag-name" x="44" y="27">{words}</text>
          {below && <text class="moment-tag-line" x="44" y="47">{below}</text>}
        </g>
      )}
    </svg>
  );
}
