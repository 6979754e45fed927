/**
 * What a hostile tool tries: each a script's body that gives something where it got somewhere, and throws or gives nothing
 * where it did not. `SITE` stands for the gateway's origin.
 */
const fetched = `.then((answer) => answer.status)`;
const opens = (what: string, event = "open") =>
  `new Promise((done, no) => { const it = ${what}; it.on${event} = () => done("open"); it.onerror = () => no(); })`;
const recovered = (name: string) =>
  `(() => { for (let at = self; at; at = Object.getPrototypeOf(at)) if (Object.hasOwn(at, "${name}")) return "found"; })()`;

/** Somewhere to get to: our origin, its storage, the page, other frames, the network. */
export const REACHING: Readonly<Record<string, string>> = {
  "our API": `fetch("SITE/api/start", { credentials: "include" })${fetched}`,
  "our API without reading": `fetch("SITE/api/start", { mode: "no-cors", credentials: "include" })${fetched}`,
  "our API by a path": `fetch("/api/start")${fetched}`,
  "the old way to ask": opens(
    `(() => { const x = new XMLHttpRequest(); x.open("GET", "SITE/api/start"); x.send(); return x; })()`,
    "load",
  ),
  "our live socket": opens(`new WebSocket("SITE/ws".replace("http", "ws"))`),
  "a stream of events": opens(`new EventSource("SITE/api/live")`),
  "a transport": `new WebTransport("https://localhost:1/").ready`,
  "a script of ours": `importScripts("SITE/sw.js") ?? "loaded"`,
  "a module of ours": `import("SITE/sw.js").then(() => "loaded")`,
  "a module as data": `import("data:text/javascript,export default 1").then(() => "loaded")`,
  "a worker of its own": opens(`new Worker("SITE/sw.js")`, "message"),
  "a shared worker": `new SharedWorker("SITE/sw.js") && "made"`,
  "a worker that is registered": `navigator.serviceWorker.register("SITE/sw.js")`,
  "databases": `indexedDB.databases()`,
  "a database":
    `new Promise((done, no) => { const o = indexedDB.open("service-gateway"); o.onsuccess = done; o.onerror = no; })`,
  "kept files": `caches.keys().then(String)`,
  "a folder": `navigator.storage.getDirectory()`,
  "how much is stored": `navigator.storage.persist()`,
  "cookies": `document.cookie`,
  "cookies the new way": `cookieStore.getAll().then((all) => all.length && "cookies")`,
  "local storage": `localStorage.length + 1`,
  "session storage": `sessionStorage.length + 1`,
  "the page around": `parent.document.title`,
  "the topmost page": `top.location.href`,
  "an opener": `opener.location.href`,
  "a document": `document.body.innerHTML`,
  "a frame of its own": `document.createElement("iframe")`,
  "a window": `open("SITE/")`,
  "another address":
    `(() => { self.location = "SITE/"; return self.location.origin === "SITE" && "moved"; })()`,
  "our origin by name": `self.origin === "SITE" && "ours"`,
  "a channel to other tools": `new BroadcastChannel("tools") && "made"`,
  "locks of the page": `navigator.locks.query().then(() => "asked")`,
  "a notification": `Notification.requestPermission()`,
  "where the device is": `navigator.geolocation.getCurrentPosition(() => {})`,
  "a serial port": `navigator.serial.getPorts().then((all) => all.length && "ports")`,
  "a device": `navigator.usb.getDevices().then((all) => all.length && "devices")`,
  "the way of messages": `postMessage({ type: "loaded", commands: ["forged"] }) ?? "sent"`,
  "fetch from a prototype": recovered("fetch"),
  "messages from a prototype": recovered("postMessage"),
  "sockets from a prototype": recovered("WebSocket"),
  "fetch by eval": `(0, eval)("fetch")("SITE/api/start")${fetched}`,
  "fetch by a constructor": `register.constructor("return fetch")()("SITE/api/start")${fetched}`,
  "fetch from async functions": `(async () => {}).constructor("return fetch('SITE/api/start')")()${fetched}`,
  "a font": `new FontFace("x", "url(SITE/favicon.svg)").load()`,
  "a picture": `fetch("SITE/favicon.svg").then((a) => a.blob()).then(createImageBitmap)`,
  "shared memory": `new SharedArrayBuffer(8) && "shared"`,
  "more grants": `(() => { tool.permissions.push("tx"); return tool.requestTx("TX"); })()`,
  "grants by a new list":
    `(() => { tool.permissions = ["tx"]; return tool.permissions.includes("tx") && tool.requestTx("TX"); })()`,
  "being loaded again": `(() => {
    self.dispatchEvent(new MessageEvent("message", { data: { type: "load", script: "tool.setPanel({ nodes: [] })",
      network: true, ipc: true, permissions: ["tx", "panel"] } }));
    return tool.requestTx("TX");
  })()`,
  "a panel without the grant": `tool.setPanel({ nodes: [] }) ?? "drawn"`,
  "a map without the grant": `tool.setMapLayer({ points: [] }) ?? "drawn"`,
  "colours without the grant": `tool.setColourRules([]) ?? "set"`,
  "frames without the grant": `tool.on("on_frame", () => {}) && "hears"`,
  "ticks without the grant": `tool.on("on_tick", () => {}) && "hears"`,
  "a beacon without the grant": `tool.scheduleBeacon({ comment: "x", intervalSec: 600 }) ?? "sends"`,
  "transmitting without the grant": `tool.requestTx("TX")`,
  "the bus without the grant": `tool.emit("station.seen", {}) ?? "told"`,
  "the bus by its name": `ipc.emit("station.seen", {}) ?? "told"`,
  "a service without the grant": `tool.provide("station.type", () => "x") ?? "provided"`,
};
