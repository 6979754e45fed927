/** Checks a box: each thing is tried, and what to do is said. */
import { freeBytes, newToken, type World } from "../../base/mod.ts";
import { authorityOf, TRUST_IT, trusting, UNTRUSTED } from "../gateway/authority.ts";
import { askPlainly } from "../gateway/client.ts";
import { BoxClock } from "../clock/box_clock.ts";
import { shownAddress } from "../config/address.ts";
import { readConnection } from "../drivers/table.ts";
import type { BoxFile } from "../config/box_file.ts";
import type { Io } from "../io.ts";
import type { BoxStatus } from "./status.ts";
import { apartOf } from "../words.ts";
import { commentOf } from "../services/beacon.ts";
import { asObject } from "../json.ts";
import { causeOf, DIAL_MS, type Finding, levelOf, tryConnection } from "./try_connection.ts";
import { warningsOf } from "./warnings.ts";

const LITTLE_ROOM = 300_000_000;

/** Tries a gateway: whether it answers, and what time it says it is. */
export async function tryGateway(address: string, world: World, authority?: string): Promise<Finding> {
  const clock = new BoxClock(world);
  const answer = await askPlainly(address, { path: "/health", timeoutMs: DIAL_MS }, {}, {
    clock,
    world: trusting(world, authority),
    nonce: newToken(world, 18),
  });
  const what = `gateway ${address}`;
  if (answer.kind === "none") {
    return {
      what,
      level: "bad",
      sentence: answer.why,
      fix: answer.why === UNTRUSTED
        ? TRUST_IT
        : answer.status === undefined
        ? "is the gateway running, and is the network there?"
        : "open the address in a browser of this network: sign in there where it asks for that, and see what answers",
    };
  }
  if (answer.status !== 200) {
    return {
      what,
      level: "odd",
      sentence: `its health answers ${answer.status}`,
      fix: "the gateway's own page /health says what is wrong there",
    };
  }
  const off = clock.hintMs;
  if (off === null) {
    return { what, level: "bad", sentence: "it does not say what time it is", fix: "set its clock" };
  }
  return { what, level: "good", sentence: `answers; its clock is ${apartOf(off)} from ours` };
}

/**
 * Checks everything about a box. `status`: of the running box, whose connections are then asked, not dialled a second
 * time.
 */
export async function checkBox(
  { dir, file, status, world, io }: { dir: string; file: BoxFile; status?: BoxStatus; world: World; io: Io },
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const address of file.gateways) {
    findings.push(await tryGateway(address, world, authorityOf(dir)));
  }
  if (status) {
    for (const { address, state, sentence } of status.connections) {
      // As it is shown, a password is hidden: whether there is one is told from its own text.
      const read = readConnection(file.connections.find((one) => shownAddress(one) === address) ?? address);
      const { driver, address: own } = typeof read === "string" ? {} : read;
      const level = levelOf(driver, state, own), fix = causeOf(driver, state);
      findings.push({ what: address, level, sentence, ...(level !== "good" && fix ? { fix } : {}) });
    }
    const now = status.gateway.lastOkAt ?? world.now();
    for (const { code, level, sentence, fix } of warningsOf(status, now)) {
      if (code !== "connection_down") findings.push({ what: code, level, sentence, fix });
    }
  } else {
    for (const text of file.connections) findings.push(await tryConnection(text, file.call, io));
    findings.push({
      what: "box",
      level: "odd",
      sentence: "no box is running in this folder",
      fix: "main.ts box run, or systemctl start service-gateway-box",
    });
  }
  const twice = sameTnc(file.connections);
  if (twice) findings.push(twice);
  findings.push(...file.connections.flatMap(unsteadyName));
  findings.push(...unsendableComment(file));
  const free = freeBytes(dir);
  if (free !== undefined && free < LITTLE_ROOM) {
    const sentence = `${Math.floor(free / 1e6)} MB are left, and the spool may take 200`;
    findings.push({ what: "disk", level: "odd", sentence, fix: "make room" });
  }
  return findings;
}

/** The same TNC on KISS and AGWPE gives each frame twice. That is harmless, but it is no second receiver. */
function sameTnc(connections: readonly string[]): Finding | undefined {
  const hosts = connections.flatMap((text) => {
    const read = readConnection(text);
    const radio = typeof read !== "string" && read.driver.via === "rf" && read.address.host !== "";
    return radio ? [read.address.host] : [];
  });
  const host = hosts.find((one, i) => hosts.indexOf(one) !== i);
  if (host === undefined) return undefined;
  return {
    what: "connections",
    level: "odd",
    sentence: `two connections lead to ${host}: a TNC on KISS and AGWPE gives each frame twice`,
    fix: "one of them is enough; the box counts copies at one site once",
  };
}

/** A comment is sent as it was written or not at all, and with it the whole beacon. */
function unsendableComment({ services }: BoxFile): Finding[] {
  const { comment } = asObject(services.beacon);
  if (commentOf(comment ?? "") !== undefined) return [];
  return [{
    what: "beacon",
    level: "bad",
    sentence:
      "the beacon's comment has over 62 characters, or some that radios cannot show: no beacon is sent",
    fix: "put services.beacon.comment right in box.json",
  }];
}

/** Devices are numbered in the order in which they are found: after a start two radios may have each other's number. */
function unsteadyName(text: string): Finding[] {
  const device = /^kiss:(\/dev\/tty(?:USB|ACM)\d+)/.exec(text)?.[1];
  if (device === undefined) return [];
  const sentence = `${device} may be another radio after the next start`;
  return [{
    what: text,
    level: "odd",
    sentence,
    fix: "ls -l /dev/serial/by-id shows names that stay the same",
  }];
}
