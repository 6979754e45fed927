// The tool's side of the sandbox: runs one script as the body of `(register, ipc, tool)` and carries what it says.
(() => {
  "use strict";
  const send = self.postMessage.bind(self), later = self.setTimeout.bind(self), MakeError = Error;
  const { stringify, parse } = JSON, { hasOwn, getPrototypeOf, defineProperty } = Object;
  /** Messages a second, and how many wait; a newer drawing takes the place of one that waits. */
  const RATE = 200, WAITING = 1000, TICK_MS = 50;
  const answers = [], waiting = [], latest = new Map();
  let left = RATE, dropped = 0, begun = false, isLoaded = false;

  /** What the page waits for is never among what is too much. */
  const ANSWERS = ["cmdResult", "decodeResult", "svcResult"];
  /** Of these only the newest counts: a tool that says them again and again holds no more. */
  const LATEST = ["loaded", "panel", "map", "colours"];
  /** Sends what may go now: what the tool is, then answers in their order, what it says, and the newest drawings. */
  const drain = () => {
    while (left >= 1 && (latest.has("loaded") || answers.length + waiting.length > 0)) {
      left--;
      const loaded = latest.get("loaded");
      latest.delete("loaded");
      post(loaded ?? (answers.length > 0 ? answers : waiting).shift());
    }
    for (const [type, message] of latest) {
      if (left < 1) break;
      left--;
      latest.delete(type);
      post(message);
    }
  };
  const flush = () => {
    left = Math.min(RATE, left + RATE * TICK_MS / 1000);
    drain();
    if (dropped > 0 && left >= 1) {
      post({ type: "log", text: dropped + " messages were too many and are gone" });
      dropped = 0;
    }
    later(flush, TICK_MS);
  };
  const post = (message) => {
    try {
      send(message);
    } catch (error) {
      send({ type: "error", text: said(error) });
    }
  };
  const out = (message) => {
    if (LATEST.includes(message.type)) latest.set(message.type, message);
    else if (ANSWERS.includes(message.type)) answers.push(message);
    else if (waiting.length < WAITING) waiting.push(message);
    else dropped++;
    drain();
  };
  const said = (error) => {
    try {
      return String(error && error.message || error).slice(0, 500);
    } catch {
      return "error";
    }
  };

  const remove = (name) => {
    for (let at = self; at; at = getPrototypeOf(at)) {
      if (!hasOwn(at, name)) continue;
      try {
        delete at[name];
      } catch {
        // It stays, and the document's policy holds all the same.
      }
    }
    if (name in self) defineProperty(self, name, { value: undefined });
  };

  const commands = new Map(),
    decoders = new Map(),
    heard = new Map(),
    topics = new Map(),
    services = new Map();
  const asked = new Map();
  let next = 1, depth = 0, granted = [];

  const need = (permission) => {
    if (!granted.includes(permission)) throw new MakeError("the tool lacks the permission " + permission);
  };
  /** Questions that may wait for their answer: whoever asks for ever holds no more. */
  const ASKED_MOST = 500;
  const ask = (message) => {
    if (asked.size >= ASKED_MOST) return Promise.reject(new MakeError("too many questions wait"));
    const id = next++;
    return new Promise((resolve, reject) => {
      asked.set(id, { resolve, reject });
      out({ ...message, id });
    });
  };

  /** Words and decoders of a tool; more are left out, as the page leaves out what is more than it shows. */
  const WORDS_MOST = 200;
  const registered = { commands: [], remote: [], decoders: [], colourRules: undefined, panel: undefined };
  const register = ({ commands: words, colourRules, panel, decoders: list } = {}) => {
    if (words) {
      need("command");
      for (const [word, handler] of Object.entries(words)) {
        const run = typeof handler === "function" ? handler : handler && handler.run;
        if (typeof run !== "function") throw new MakeError("the command " + word + " has no function");
        const isNew = !commands.has(word);
        if (isNew && commands.size >= WORDS_MOST) continue;
        commands.set(word, run);
        if (isNew) registered.commands.push(word);
        // Whoever connects runs what the tool opens to them, and nothing else.
        if (isNew && handler.remote === true) registered.remote.push(word);
      }
    }
    if (list) {
      need("decoder");
      for (const one of list) {
        if (typeof one.decode !== "function") throw new MakeError("a decoder has no function");
        const { label, kind, sample, placeholder } = one, id = String(one.id).slice(0, 64);
        const isNew = !decoders.has(id);
        if (isNew && decoders.size >= WORDS_MOST) continue;
        decoders.set(id, one.decode);
        if (isNew) registered.decoders.push({ id, label, kind, sample, placeholder });
      }
    }
    if (colourRules) {
      need("monitor");
      registered.colourRules = plain(cut({ colourRules }, "colourRules", 40).colourRules);
    }
    if (panel) {
      need("panel");
      registered.panel = plain(cut(panel, "nodes", 60));
    }
    if (isLoaded) out({ type: "loaded", ...registered });
  };
  /** A copy without functions, so that it can be sent. */
  const plain = (value) => {
    try {
      return structuredClone(value);
    } catch {
      return asJson(value);
    }
  };

  /** What goes over the bus goes as JSON: a date is its text there, and what JSON cannot hold throws. */
  const asJson = (value) => {
    const text = stringify(value);
    return text === undefined ? undefined : parse(text);
  };
  const bus = {
    emit: (
      topic,
      data,
    ) => (need("ipc"), out({ type: "emit", topic: String(topic), data: asJson(data), depth })),
    subscribe: (topic, heardBy) => {
      need("ipc");
      const name = String(topic).slice(0, 64);
      if (!topics.has(name)) {
        topics.set(name, new Set());
        out({ type: "subscribe", topic: name });
      }
      topics.get(name).add(heardBy);
      return () => topics.get(name).delete(heardBy);
    },
    call: (name, args) => (need("ipc"), ask({ type: "call", name: String(name), args: asJson(args), depth })),
    provide: (name, work) => {
      need("ipc");
      const short = String(name).slice(0, 64);
      services.set(short, work);
      out({ type: "provide", name: short });
    },
  };
  const EVENTS = {
    on_frame: "monitor",
    on_tick: "event",
    on_connect: "event",
    on_disconnect: "event",
    on_beacon: "event",
    on_find: "event",
    on_spot: "event",
  };
  /** What is far beyond its limit is cut before it is copied; what is right about it the page decides. */
  const cut = (thing, list, most) =>
    thing && Array.isArray(thing[list]) && thing[list].length > most
      ? { ...thing, [list]: thing[list].slice(0, most) }
      : thing;
  const tool = {
    log: (text) => out({ type: "log", text: String(text).slice(0, 300) }),
    setPanel: (spec) => (need("panel"), out({ type: "panel", spec: plain(cut(spec, "nodes", 60)) })),
    setMapLayer: (layer) => (need("map"), out({ type: "map", layer: plain(cut(layer, "points", 2000)) })),
    setColourRules: (
      rules,
    ) => (need("monitor"), out({ type: "colours", rules: plain(cut({ rules }, "rules", 2040).rules) })),
    on: (event, handler) => {
      if (!hasOwn(EVENTS, event)) throw new MakeError("there is no event " + event);
      need(EVENTS[event]);
      if (!heard.has(event)) {
        heard.set(event, new Set());
        out({ type: "on", event });
      }
      heard.get(event).add(handler);
      return () => heard.get(event).delete(handler);
    },
    requestTx: (info) => (need("tx"), ask({ type: "tx", info: String(info) })),
    scheduleBeacon: (plan) => (need("beacon"), ask({ type: "beacon", plan: plan ? plain(plan) : null })),
    ...bus,
  };
  bus.setPanel = tool.setPanel;

  const lines = (value) =>
    (Array.isArray(value) ? value : [value ?? ""]).slice(0, 200).map((line) => String(line).slice(0, 1e6));
  const answer = async (type, id, work) => {
    try {
      out({ type, id, lines: lines(await work()) });
    } catch (error) {
      out({ type, id, error: said(error) });
    }
  };
  const within = (deep, work) => {
    depth = deep;
    try {
      return work();
    } catch (error) {
      out({ type: "error", text: said(error) });
    } finally {
      depth = 0;
    }
  };

  const ACTS = {
    ping: ({ n }) => send({ type: "pong", n }),
    cmd: ({ id, word, args }) => answer("cmdResult", id, () => commands.get(word)(args)),
    decode: ({ id, decoder, input }) => answer("decodeResult", id, () => decoders.get(decoder)(input)),
    event: ({ event, payload, replies }) => {
      const about = { ...payload };
      if (replies !== undefined) {
        about.reply = (text) => out({ type: "reply", id: replies, text: String(text).slice(0, 256) });
      }
      for (const handler of heard.get(event) ?? []) within(0, () => handler(about));
    },
    ipcEvent: ({ topic, data, from, depth: deep }) => {
      for (const heardBy of topics.get(topic) ?? []) within(deep, () => heardBy(data, from));
    },
    svcCall: async ({ id, name, args, depth: deep }) => {
      try {
        depth = deep;
        const value = services.get(name)(args);
        depth = 0;
        out({ type: "svcResult", id, value: asJson(await value) });
      } catch (error) {
        out({ type: "svcResult", id, error: said(error) });
      } finally {
        depth = 0;
      }
    },
    callResult: ({ id, value, error }) => {
      const one = asked.get(id);
      asked.delete(id);
      if (error === undefined) one?.resolve(value);
      else one?.reject(new MakeError(error));
    },
  };

  const load = ({ script, network, ipc, permissions, language, api, features }) => {
    begun = true;
    granted = Object.freeze([...permissions]);
    const offered = [...features];
    const Body = Function;
    for (const name of ["postMessage", "BroadcastChannel", "indexedDB", "caches"]) remove(name);
    if (!network) {
      for (const name of ["fetch", "XMLHttpRequest", "WebSocket", "WebTransport", "EventSource"]) {
        remove(name);
      }
      for (const name of ["importScripts", "Worker", "SharedWorker", "WebSocketStream"]) remove(name);
    }
    tool.permissions = granted;
    tool.api = Object.freeze({ ...api });
    tool.has = (name) => offered.includes(name);
    if (language) tool.language = String(language);
    Object.freeze(tool);
    Object.freeze(bus);
    try {
      new Body("register", "ipc", "tool", script)(register, ipc ? bus : undefined, tool);
      isLoaded = true;
      out({ type: "loaded", ...registered });
    } catch (error) {
      out({ type: "error", text: said(error), load: true });
    }
  };

  self.addEventListener("message", ({ data }) => {
    if (data.type === "load" && !begun) load(data);
    else if (hasOwn(ACTS, data.type)) ACTS[data.type](data);
  });
  self.addEventListener("unhandledrejection", (event) => {
    event.preventDefault();
    out({ type: "error", text: said(event.reason) });
  });
  later(flush, TICK_MS);
})();
