/** CW from text, and as sound. The first line may be the speed in words a minute. */
import { toMorse } from "../alphabets/tables.ts";
import { type Register, sayIn, type Tool } from "../interface.ts";
import { seconds, wav } from "./cw.ts";

declare const register: Register;
declare const tool: Tool;
const say = sayIn(tool);

register({
  decoders: [{
    id: "cw",
    kind: "lines",
    label: say({
      en: "Text as CW; the first line may be the speed",
      de: "Text als CW; die erste Zeile kann das Tempo sein",
    }),
    sample: "18\nCQ DE OE1XYZ",
    decode(input) {
      const [first = "", ...rest] = input.split("\n"), isSpeed = /^\d{1,2}$/.test(first.trim());
      const wpm = isSpeed ? Math.min(60, Math.max(5, Number(first))) : 15,
        text = isSpeed ? rest.join(" ") : input;
      const sound = wav(text, wpm);
      return [
        toMorse(text).slice(0, 900),
        say({
          en: `${seconds(text, wpm).toFixed(1)} s at ${wpm} words a minute`,
          de: `${seconds(text, wpm).toFixed(1)} s bei ${wpm} Wörtern in der Minute`,
        }),
        ...(sound ? [`data:audio/wav;base64,${base64(sound)}`] : []),
      ];
    },
  }],
});

/** In parts: a call takes no list of half a million bytes. */
function base64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  }
  return btoa(text);
}
