/** What of Web Bluetooth is used (WebBluetoothCG/web-bluetooth): TypeScript's browser has no words for it. */
import type { Side } from "./sides.ts";

export interface Characteristic extends EventTarget, Side {
  readonly value?: DataView;
  startNotifications(): Promise<unknown>;
  stopNotifications(): Promise<unknown>;
  writeValueWithResponse(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  writeValueWithoutResponse(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
}
interface Service {
  getCharacteristics(): Promise<Characteristic[]>;
}
export interface GattServer {
  readonly connected: boolean;
  connect(): Promise<GattServer>;
  disconnect(): void;
  getPrimaryService(uuid: string): Promise<Service>;
}
export interface BluetoothDevice extends EventTarget {
  readonly id: string;
  readonly name?: string;
  readonly gatt?: GattServer;
}
interface WebBluetooth {
  requestDevice(options: {
    filters: readonly ({ services: readonly string[] } | { namePrefix: string })[];
    optionalServices: readonly string[];
  }): Promise<BluetoothDevice>;
  /** Behind a flag in many browsers. */
  getDevices?(): Promise<BluetoothDevice[]>;
}

/** The browser's own; `undefined` where it has none. */
export const bluetooth = (): WebBluetooth | undefined =>
  (navigator as { bluetooth?: WebBluetooth }).bluetooth;
