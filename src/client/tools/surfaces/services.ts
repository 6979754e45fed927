/** The services of the app itself on the bus of tools. */
import { stationShape } from "../../marks/stations.ts";
import type { App } from "../../phone/app.ts";
import type { Bus } from "../run/bus.ts";
import { member, textOf } from "../run/shapes.ts";

/** The kind of a station by its symbol, in the words of colour rules. */
export function typeOf(symbol: string): string {
  const code = symbol[1] ?? "";
  switch (stationShape(symbol)) {
    case "digipeater":
      return "digi";
    case "gateway":
      return "igate";
    case "weather":
      return "wx";
    case "node":
      return code === "B" ? "bbs" : code === "n" || code === "N" ? "node" : "service";
    case "tower":
      return "service";
    default:
      return "user";
  }
}

export function offerServices({ stations }: App, bus: Bus): void {
  bus.offer("station.type", (args) => {
    const call = textOf(typeof args === "string" ? args : member(args, "call"), 9).toUpperCase();
    const known = stations.of(call)?.peek();
    return known ? typeOf(known.symbol) : "";
  });
  // Scripts of a terminal: this app has none in which one could run.
  bus.offer("session.script", () => {
    throw new Error("there is no session here");
  }, "tx");
}
