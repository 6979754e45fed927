/**
 * One running tool: a hidden frame with no origin, in it one worker. Whatever it sends is heard only from this frame, at most
 * 200 messages a second, and read by our own rules (`shapes.ts`). A tool that answers nothing any more is ended, by name.
 */
import { signal } from "@preact/signals";
import {
  type Around,
  type Ended,
  EVENTS,
  FEATURES,
  readPlan,
  type Run,
  TOOL_API,
  type ToolEvent,
} from "./around.ts";
import type { Member } from "./bus.ts";
import { type Colouring, readColours } from "./colours.ts";
import { frameAddress } from "./frame_address.ts";
import { readLayer, type ToolLayer } from "./layer.ts";
import { type Loaded, readLoaded } from "./loaded.ts";
import { Pace } from "./pace.ts";
import { type Panel, readPanel } from "./panel.ts";
import { linesOf, LONGEST, member, type Permission, textOf } from "./shapes.ts";

const LOAD_MS = 15_000, ANSWER_MS = 10_000, PING_MS = 3000;
/** Pings in a row that may stay without an answer. */
const SILENT_MOST = 3;
/** Questions to a tool that wait for an answer, and lines of its log, at most. */
const ASKED_MOST = 50, LOG_MOST = 100;

type ToolResult = { value: unknown } | { error: string };

export class Sandbox implements Member {
  readonly name: string;
  readonly granted: ReadonlySet<Permission>;
  readonly surfaces: readonly string[];
  readonly loaded = signal<Loaded | undefined>(undefined);
  readonly ended = signal<Ended | undefined>(undefined);
  readonly panel = signal<Panel | undefined>(undefined);
  readonly layer = signal<ToolLayer | undefined>(undefined);
  readonly colours = signal<Colouring | undefined>(undefined);
  readonly log = signal<readonly string[]>([]);
  readonly #around: Around;
  readonly #frame: HTMLIFrameElement;
  readonly #pace: Pace;
  readonly #isRemote: boolean;
  readonly #asked = new Map<number, (answer: ToolResult) => void>();
  readonly #events = new Set<ToolEvent>();
  readonly #ends: (() => void)[] = [];
  #replies = new Map<number, { left: number; until: number; reply: (text: string) => void }>();
  #callOffPing = () => {};
  #next = 1;
  #unanswered = 0;

  constructor(run: Run, around: Around) {
    this.name = run.name;
    this.granted = new Set(run.permissions);
    this.surfaces = run.surfaces ?? ["web"];
    this.#isRemote = run.remote ?? false;
    this.#around = around;
    this.#pace = new Pace(around.now());
    this.#frame = document.createElement("iframe");
    this.#frame.setAttribute("sandbox", "allow-scripts");
    this.#frame.title = run.name;
    this.#frame.hidden = true;
    const heard = (event: MessageEvent) => {
      if (event.source !== this.#frame.contentWindow) return;
      if (member(event.data, "type") === "ready" && !this.loaded.peek()) return this.#load(run);
      if (this.#pace.take(around.now())) this.#hear(event.data);
    };
    addEventListener("message", heard);
    this.#ends.push(
      () => removeEventListener("message", heard),
      around.later(() => {
        if (!this.loaded.peek()) this.end("load");
      }, LOAD_MS),
    );
    this.#frame.src = frameAddress(this.granted.has("network") ? run.connect : []);
    document.body.append(this.#frame);
  }

  #load({ script, permissions, language }: Run): void {
    this.#say({
      type: "load",
      script,
      permissions: [...permissions],
      language,
      network: this.granted.has("network"),
      ipc: this.granted.has("ipc"),
      api: TOOL_API,
      features: FEATURES,
    });
    this.#ping(0);
  }

  /** Asks whether it still answers: a loop that never ends answers nothing. A page that is not shown asks nothing. */
  #ping(n: number): void {
    this.#callOffPing = this.#around.later(() => {
      if (document.hidden || !this.loaded.peek()) this.#unanswered = 0;
      else if (++this.#unanswered > SILENT_MOST) return this.end("silent");
      this.#say({ type: "ping", n });
      this.#ping(n + 1);
    }, PING_MS);
  }

  #say(message: object): void {
    this.#frame.contentWindow?.postMessage(message, "*");
  }

  /** Adds a line to what it wrote down. */
  note(text: string): void {
    this.log.value = [...this.log.peek(), text].slice(-LOG_MOST);
  }

  #hear(message: unknown): void {
    const of = (name: string) => member(message, name);
    const may = (permission: Permission) => this.granted.has(permission);
    const type = of("type"), id = of("id");
    switch (type) {
      case "pong":
        this.#unanswered = 0;
        return;
      case "loaded": {
        const loaded = readLoaded(message, this.granted, this.#isRemote);
        this.loaded.value = loaded;
        if (loaded.panel) this.panel.value = loaded.panel;
        if (loaded.colourRules !== undefined) this.colours.value = readColours(loaded.colourRules);
        return;
      }
      case "ended":
        return this.end("flood");
      case "error":
        this.note(textOf(of("text"), LONGEST.error));
        if (of("load") === true && !this.loaded.peek()) this.end("load");
        return;
      case "log":
        return this.note(textOf(of("text"), LONGEST.log));
      case "cmdResult":
      case "decodeResult":
      case "svcResult": {
        const error = of("error");
        const answer = type === "svcResult"
          ? of("value")
          : type === "cmdResult"
          ? linesOf(of("lines"))
          : linesOf(of("lines"), LONGEST.decoded, LONGEST.decoded);
        const settle = this.#asked.get(id as number);
        this.#asked.delete(id as number);
        return settle?.(error === undefined ? { value: answer } : { error: textOf(error, LONGEST.error) });
      }
      case "panel":
        if (may("panel")) this.panel.value = readPanel(of("spec"));
        return;
      case "map":
        if (may("map")) this.layer.value = readLayer(of("layer"));
        return;
      case "colours":
        if (may("monitor")) this.colours.value = readColours(of("rules"));
        return;
      case "on": {
        const event = EVENTS.find((one) => one === of("event"));
        if (event && may(event === "on_frame" ? "monitor" : "event")) this.#events.add(event);
        return;
      }
      case "reply":
        return this.#reply(id as number, textOf(of("text"), LONGEST.reply));
      case "tx":
        return void this.#answer(id, "tx", () => this.#around.transmit(this.name, textOf(of("info"), 256)));
      case "beacon": {
        const plan = readPlan(of("plan"));
        return void this.#answer(id, "beacon", () => this.#around.beacon(this.name, plan));
      }
      case "emit":
        return this.#onBus(
          "emit",
          nameIn(of("topic")),
          (topic, bus) => bus.emit(topic, of("data"), depthOf(of("depth")), this) !== undefined,
        );
      case "subscribe":
        return this.#onBus("subscribe", nameIn(of("topic")), (topic, bus) => bus.subscribe(topic, this));
      case "provide":
        return this.#onBus("provide", nameIn(of("name")), (name, bus) => bus.provide(name, this));
      case "call":
        return void this.#answer(
          id,
          "ipc",
          () => this.#around.bus.call(nameIn(of("name")), of("args"), depthOf(of("depth")), this),
        );
    }
  }

  /** Does something on the bus; what the bus does not take is written down, for whoever wrote the tool. */
  #onBus(what: string, name: string, work: (name: string, bus: Around["bus"]) => boolean): void {
    if (this.granted.has("ipc") && !work(name, this.#around.bus)) {
      this.note(`${what} ${name}: the bus does not take it`);
    }
  }

  /** Does what a tool asks for, and answers it; without the grant it is refused. */
  async #answer(id: unknown, permission: Permission, work: () => Promise<unknown>): Promise<void> {
    if (typeof id !== "number") return;
    try {
      if (!this.granted.has(permission)) throw new Error(`the tool lacks the permission ${permission}`);
      this.#say({ type: "callResult", id, value: await work() });
    } catch (error) {
      this.#say({ type: "callResult", id, error: textOf((error as Error).message, LONGEST.error) });
    }
  }

  #ask(message: object): Promise<ToolResult> {
    if (this.ended.peek()) return Promise.resolve({ error: "the tool does not run" });
    if (this.#asked.size >= ASKED_MOST) {
      return Promise.resolve({ error: "the tool has much to answer already" });
    }
    const id = this.#next++;
    return new Promise((settle) => {
      const callOff = this.#around.later(() => {
        this.#asked.delete(id);
        settle({ error: "the tool did not answer" });
      }, ANSWER_MS);
      this.#asked.set(id, (answer) => {
        callOff();
        settle(answer);
      });
      this.#say({ ...message, id });
    });
  }

  /** What a command answers; a tool that fails or says nothing answers with a line that says so. */
  async run(word: string, args: string): Promise<string[]> {
    if (!this.loaded.peek()?.commands.includes(word)) return ["error: there is no such command"];
    return told(await this.#ask({ type: "cmd", word, args: args.slice(0, LONGEST.args) }));
  }

  async decode(decoder: string, input: string): Promise<string[]> {
    if (!this.loaded.peek()?.decoders.some(({ id }) => id === decoder)) {
      return ["error: there is no such decoder"];
    }
    return told(await this.#ask({ type: "decode", decoder, input: input.slice(0, 1 << 20) }));
  }

  /** Tells an event to a tool that wants to hear it. `reply`: how it may answer, four times within two minutes. */
  event(event: ToolEvent, payload: Readonly<Record<string, string>>, reply?: (text: string) => void): void {
    if (!this.#events.has(event) || this.ended.peek()) return;
    const cut = Object.fromEntries(
      Object.entries(payload).map(([name, value]) => [name, value.slice(0, LONGEST.event)]),
    );
    let replies: number | undefined;
    if (reply) {
      replies = this.#next++;
      this.#replies.set(replies, { left: 4, until: this.#around.now() + 120, reply });
      if (this.#replies.size > ASKED_MOST) this.#replies.delete(this.#replies.keys().next().value!);
    }
    this.#say({ type: "event", event, payload: cut, replies });
  }

  #reply(id: number, text: string): void {
    const one = this.#replies.get(id), line = text.replaceAll("\n", " ").trim();
    if (!one || line === "") return;
    if (--one.left <= 0) this.#replies.delete(id);
    if (this.#around.now() <= one.until) one.reply(line);
  }

  /** Whether it wants to hear an event. */
  hears(event: ToolEvent): boolean {
    return this.#events.has(event) && !this.ended.peek();
  }

  hear(topic: string, data: unknown, from: string, depth: number): void {
    this.#say({ type: "ipcEvent", topic, data, from, depth });
  }
  async serve(name: string, args: unknown, depth: number): Promise<unknown> {
    const answer = await this.#ask({ type: "svcCall", name, args, depth });
    if ("error" in answer) throw new Error(answer.error);
    return answer.value;
  }

  /** Ends it: the frame goes, and with it the worker and whatever it does. */
  end(why: Ended): void {
    if (this.ended.peek()) return;
    this.ended.value = why;
    for (const end of [...this.#ends, this.#callOffPing]) end();
    this.#around.bus.leave(this);
    if (this.granted.has("beacon")) void this.#around.beacon(this.name, null);
    this.#frame.remove();
    this.panel.value = this.layer.value = this.colours.value = undefined;
    for (const settle of [...this.#asked.values()]) settle({ error: "the tool was stopped" });
    this.#asked.clear();
  }
}

const told = (answer: ToolResult): string[] =>
  "error" in answer ? [`error: ${answer.error}`] : answer.value as string[];
const nameIn = (value: unknown): string => textOf(value, LONGEST.name);
/** How deep a chain is, as the tool says; one that lies is slowed by its pace. */
const depthOf = (value: unknown): number =>
  Number.isInteger(value) && (value as number) >= 0 ? value as number : 0;
