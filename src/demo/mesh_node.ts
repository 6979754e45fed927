/** A MeshCom node beside the box: tells over UDP what the mesh carries. */
import { createSocket } from "node:dgram";
import type { Place } from "../base/mod.ts";

/** A node that tells the box what it hears; `relays` are calls that a packet passed, in order. */
export class MeshNode {
  readonly #socket = createSocket("udp4");
  #id = 0x1d000000;

  /** `port` is where the box listens. */
  constructor(readonly call: string, readonly port: number) {
    this.#socket.unref();
    // One that is not bound answers on every address of the host once it has sent.
    this.#socket.bind(0, "127.0.0.1");
  }

  /** As a box lists it. */
  get address(): string {
    return `meshcom://127.0.0.1?call=${this.call}&site=${this.call}&port=${this.port}&bind=127.0.0.1`;
  }

  /** Tells a position that was heard; the altitude in metres. */
  position(call: string, at: Place, altitudeM: number, relays: readonly string[] = []): void {
    const id = this.#id++;
    this.#tell({
      ...this.#heard(call, relays, id),
      type: "pos",
      msg: "",
      lat: Math.abs(at.lat),
      lat_dir: at.lat < 0 ? "S" : "N",
      long: Math.abs(at.lon),
      long_dir: at.lon < 0 ? "W" : "E",
      aprs_symbol: "#",
      aprs_symbol_group: "/",
      hw_id: 43,
      alt: Math.round(altitudeM / 0.3048),
      batt: 60 + id % 40,
      firmware: "4.34",
      fw_sub: "p",
    });
  }

  /** Tells a text to a group or call. */
  text(call: string, group: string, text: string, relays: readonly string[] = []): void {
    this.#tell({ ...this.#heard(call, relays, this.#id++), type: "msg", dst: group, msg: text });
  }

  /** Tells sensor values: degrees Celsius, percent, hPa. */
  sensors(call: string, tempC: number, humidity: number, pressureHpa: number): void {
    this.#tell({
      ...this.#heard(call, [], this.#id++),
      type: "tele",
      temp1: tempC,
      hum: humidity,
      qnh: pressureHpa,
    });
  }

  #heard(call: string, relays: readonly string[], id: number) {
    return {
      src_type: "lora",
      src: [call, ...relays].join(","),
      msg_id: id.toString(16).toUpperCase().padStart(8, "0"),
      rssi: -80 - id % 40,
      snr: 10 - id % 18,
    };
  }

  #tell(fields: object): void {
    this.#socket.send(JSON.stringify(fields), this.port, "127.0.0.1");
  }

  /** Closes the socket. */
  close(): Promise<void> {
    return new Promise((resolve) => this.#socket.close(() => resolve()));
  }
}
