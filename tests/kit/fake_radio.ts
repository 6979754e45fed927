/**
 * A radio in a browser of a test: Web Bluetooth and Web Serial as far as the app uses them, put in the place of the browser's own
 * before a page begins. What the app writes is kept in `globalThis.radio.sent` as bytes; `hears` gives it bytes to read.
 */
export interface FakeRadio {
  /** What the device is called. */
  name?: string;
  /** The service, and what each characteristic can: `notify`, `write`, `writeWithoutResponse`. */
  service?: string;
  sides?: readonly (readonly string[])[];
  /** Bytes that one write takes at most; more fails, as over a link with a small MTU. */
  takes?: number;
}

/** The script that puts it in place; `with`: which of the two the browser has. */
export const fakeRadio = (
  radio: FakeRadio = {},
  has: { ble?: boolean; usb?: boolean } = { ble: true, usb: true },
): string =>
  `(() => {
  const radio = globalThis.radio = {
    sent: [], picks: 0, connects: 0, written: 0, atOnce: 0, signals: [], opened: undefined, isOpen: false, drop() {}, hears() {},
  };
  const of = ${
    JSON.stringify({
      name: "UV-PRO",
      service: "00000001-ba2a-46c9-ae49-01b0961f68bb",
      sides: [["notify"], ["write", "writeWithoutResponse"]],
      takes: 512,
      ...radio,
    })
  };
  const keep = async (bytes) => {
    radio.atOnce++;
    if (radio.atOnce > 1) { radio.atOnce--; throw new DOMException("GATT operation already in progress", "NetworkError"); }
    await new Promise((done) => setTimeout(done, 1));
    radio.atOnce--;
    if (bytes.length > of.takes) throw new DOMException("too long", "NetworkError");
    radio.written++;
    radio.sent.push(...bytes);
  };
  class Characteristic extends EventTarget {
    constructor(can) {
      super();
      this.properties = { notify: false, indicate: false, write: false, writeWithoutResponse: false };
      for (const one of can) this.properties[one] = true;
    }
    async startNotifications() {
      radio.hears = (bytes) => {
        this.value = new DataView(Uint8Array.from(bytes).buffer);
        this.dispatchEvent(new Event("characteristicvaluechanged"));
      };
    }
    async stopNotifications() { radio.hears = () => {}; }
    writeValueWithResponse(bytes) { return keep(bytes); }
    writeValueWithoutResponse(bytes) { return keep(bytes); }
  }
  const device = Object.assign(new EventTarget(), { id: "r1", name: of.name });
  device.gatt = {
    connected: false,
    async connect() {
      radio.connects++;
      if (radio.refuses > 0) { radio.refuses--; throw new DOMException("133", "NetworkError"); }
      this.connected = radio.isOpen = true;
      return this;
    },
    disconnect() { this.connected = radio.isOpen = false; },
    async getPrimaryService(uuid) {
      if (uuid !== of.service) throw new DOMException("none", "NotFoundError");
      return { getCharacteristics: async () => of.sides.map((can) => new Characteristic(can)) };
    },
  };
  radio.drop = () => {
    device.gatt.connected = radio.isOpen = false;
    device.dispatchEvent(new Event("gattserverdisconnected"));
  };
  const bluetooth = {
    async requestDevice(options) {
      if (!navigator.userActivation.isActive) throw new DOMException("needs a gesture", "SecurityError");
      radio.picks++;
      radio.asked = options;
      return device;
    },
  };
  const port = Object.assign(new EventTarget(), {
    async open(options) {
      radio.opened = options;
      radio.isOpen = true;
      let out;
      this.readable = new ReadableStream({ start: (controller) => { out = controller; } });
      this.writable = new WritableStream({ write: (bytes) => { radio.sent.push(...bytes); } });
      radio.hears = (bytes) => out.enqueue(Uint8Array.from(bytes));
      radio.drop = () => out.error(new DOMException("gone", "NetworkError"));
    },
    async setSignals(signals) { radio.signals.push(signals); },
    async close() { radio.isOpen = false; },
  });
  const serial = {
    async requestPort() {
      if (!navigator.userActivation.isActive) throw new DOMException("needs a gesture", "SecurityError");
      radio.picks++;
      sessionStorage.setItem("granted", "1");
      return port;
    },
    async getPorts() { return sessionStorage.getItem("granted") ? [port] : []; },
  };
  const put = (name, value) => Object.defineProperty(navigator, name, { configurable: true, get: () => value });
  put("bluetooth", ${has.ble ? "bluetooth" : "undefined"});
  put("serial", ${has.usb ? "serial" : "undefined"});
})()`;
