/** The tape on the page Live: a mark for each packet runs from right to left, drawn once a second by the canvas. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { useApp } from "../phone/app.ts";
import { OnAir } from "../ui/look/radio.tsx";
import { say } from "../ui/say.ts";
import { type Ink, inMinute, type Mark, marksOf, TAPE_S, wound } from "./tape.ts";

/** How often it is drawn, in milliseconds. */
const DRAW_MS = 1000;
/** Width of a mark in pixels of the page. */
const WIDE = 2;
/** The custom property of the colour of each kind of mark. */
const COLOURS: Readonly<Record<Ink, string>> = { radio: "--arc", mesh: "--go", net: "--soft" };

export function Tape() {
  const { wire, gateway, world } = useApp();
  const canvas = useRef<HTMLCanvasElement>(null), rate = useSignal(0);
  useEffect(() => {
    let tape: Mark[] = [], more: Mark[] = [], stop = () => {};
    const turn = () => {
      const now = gateway.now();
      if (!document.hidden && canvas.current) {
        tape = wound(tape, more, now);
        more = [];
        rate.value = inMinute(tape, now);
        draw(canvas.current, tape, now);
      }
      stop = world.later(turn, DRAW_MS);
    };
    const deaf = wire.listen((messages) => {
      // While nobody looks, it is not kept how much came.
      if (!document.hidden) more.push(...marksOf(messages));
    });
    turn();
    return () => {
      deaf();
      stop();
    };
  }, []);
  return (
    <div class="tape">
      <OnAir>{say("live.tape")}</OnAir>
      <canvas class="tape-marks" ref={canvas} aria-hidden="true" />
      <span class="tape-rate soft">{say("live.rate", { n: rate.value })}</span>
    </div>
  );
}

/** Draws all marks anew: there are a few hundred of them at most. */
function draw(canvas: HTMLCanvasElement, tape: readonly Mark[], now: number): void {
  const { clientWidth: width, clientHeight: height } = canvas, pen = canvas.getContext("2d");
  if (!pen || width === 0) return;
  const sharp = globalThis.devicePixelRatio || 1;
  if (canvas.width !== Math.round(width * sharp)) {
    canvas.width = Math.round(width * sharp);
    canvas.height = Math.round(height * sharp);
  }
  pen.setTransform(sharp, 0, 0, sharp, 0, 0);
  pen.clearRect(0, 0, width, height);
  const style = getComputedStyle(canvas);
  for (const ink of Object.keys(COLOURS) as Ink[]) {
    pen.fillStyle = style.getPropertyValue(COLOURS[ink]);
    for (const mark of tape) {
      if (mark.ink !== ink) continue;
      const high = mark.height * height, age = now - mark.at;
      pen.globalAlpha = Math.max(0.35, 1 - age / TAPE_S);
      pen.fillRect(width * (1 - age / TAPE_S) - WIDE - spread(mark), (height - high) / 2, WIDE, high);
    }
  }
}

/** Packets of one second stand beside each other: so many pixels apart. */
const spread = ({ height }: Mark): number => Math.round(height * 997) % 4;
