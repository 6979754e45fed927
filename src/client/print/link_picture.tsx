/**
 * The picture that a shared link carries, as SVG: the hill that hears, and what the link is about. It has no words but those of
 * its thing, so that it is the same for every reader. Colours are those of the light look, since a picture has no tokens.
 */
import { cut } from "../../base/text.ts";
import { ICON_PATHS } from "../ui/icons/paths.ts";

export interface Pictured {
  /** The drawing beside the words. */
  icon: keyof typeof ICON_PATHS;
  /** In large letters: a title, or a call as a plate. */
  title?: string;
  call?: string;
  /** The plate has its strip: the call, or the find, was proven. */
  proven?: boolean;
  /** Below it, in small ones. */
  line: string;
  /** The name of the place, at the foot. */
  place: string;
}

const INK = "#191f1d", SOFT = "#545c57", PAPER = "#f6f3ec", CARD = "#fffdf9", GO = "#0a6a4a", ARC = "#b96400";
/** Letters in one line of a title, and how many lines there are. */
const WIDE = 21, LINES = 3;

/** Words in lines; what does not fit ends with dots. Pure. */
export function linesOf(text: string, wide = WIDE, most = LINES): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= wide) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else lines.push(word);
  }
  const fitting = lines.map((line) => line.length > wide ? `${cut(line, wide - 1)}…` : line);
  return fitting.length <= most
    ? fitting
    : [...fitting.slice(0, most - 1), `${cut(fitting[most - 1]!, wide - 1)}…`];
}

/** What no line of a picture may hold: signs that turn or hide others, and halves of characters. */
const plain = (text: string): string => text.toWellFormed().replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, " ").trim();

export function LinkPicture({ icon, title, call, proven, line, place }: Pictured) {
  const lines = title === undefined ? [] : linesOf(plain(title));
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox="0 0 1200 630"
      font-family="DejaVu Sans"
      font-weight="700"
    >
      <rect width="1200" height="630" fill={PAPER} />
      <path
        d="M200 0V630M400 0V630M600 0V630M800 0V630M1000 0V630M0 157H1200M0 315H1200M0 472H1200"
        stroke={GO}
        stroke-opacity="0.1"
      />
      <path
        d="M0 520C160 470 300 500 460 460S800 250 960 240s190 60 240 80V630H0z"
        fill={GO}
        fill-opacity="0.16"
      />
      <path d="M0 580c200-60 420-20 640-40s360-80 560-60V630H0z" fill={GO} fill-opacity="0.3" />
      <g fill="none" stroke={INK} stroke-width="7" stroke-linecap="round">
        <path d="M1000 250V130M1000 138l-24 110M1000 138l24 110M984 214h32M989 184h22" />
      </g>
      <g fill="none" stroke={ARC} stroke-width="9" stroke-linecap="round">
        <path d="M1032 104a44 44 0 0 1 0 50M1054 88a74 74 0 0 1 0 82M968 104a44 44 0 0 0 0 50M946 88a74 74 0 0 0 0 82" />
        <path d="M640 560Q760 150 985 128" stroke-dasharray="2 18" />
      </g>
      <circle cx="130" cy="130" r="60" fill={GO} />
      <g
        transform="translate(94 94) scale(3)"
        fill="none"
        stroke={CARD}
        stroke-width="2"
        stroke-linecap="round"
        stroke-linejoin="round"
      >
        <path d={ICON_PATHS[icon]} />
      </g>
      {call !== undefined && (
        <>
          <rect
            x="72"
            y="238"
            width={88 + call.length * 58}
            height="120"
            rx="18"
            fill={CARD}
            stroke={INK}
            stroke-width="5"
          />
          {proven && <path d="M76 256a14 14 0 0 1 14 -14h14v112h-14a14 14 0 0 1 -14 -14z" fill={GO} />}
          <text x="126" y="326" font-size="76" fill={INK}>{call}</text>
        </>
      )}
      {lines.map((words, at) => (
        <text key={at} x="72" y={280 + at * 78} font-size="64" fill={INK}>{words}</text>
      ))}
      <text x="72" y={call !== undefined ? 424 : 280 + lines.length * 78 - 22} font-size="34" fill={SOFT}>
        {linesOf(plain(line), 44, 1)[0] ?? ""}
      </text>
      <text x="72" y="592" font-size="30" fill={INK}>{linesOf(plain(place), 48, 1)[0] ?? ""}</text>
    </svg>
  );
}
