/** What the shell says of another address: before the restart what stops by it and the way in, after it why passkeys of before fail. */
import { type AddressMove, OPERATOR_LINK_S, type OwnAddress } from "../../accounts/mod.ts";

/** A line of doctor, what belongs to it, and what to do. */
export interface AddressFault {
  detail: string;
  also: string[];
  fix: string;
}

const counted = (n: number, one: string, more = `${one}s`): string => `${n} ${n === 1 ? one : more}`;
const named = ({ origin, name }: AddressMove["from"]): string => origin || name;
const linkFor = (operator: string | undefined): string => `main.ts link ${operator ?? "<callsign>"}`;

/** Only what does stop. `phones`: browsers that are told by push. */
function stops(move: AddressMove, phones: number): string[] {
  const { from, to, passkeys, alone, people } = move;
  const isElsewhere = from.origin !== to.origin;
  return [
    passkeys > 0 &&
    `${counted(passkeys, "passkey")} for ${from.name}: at ${to.name} no browser offers ${
      passkeys === 1 ? "it" : "them"
    }`,
    alone > 0 &&
    `${counted(alone, "account")} with a passkey and no confirmed mail: a link of yours for each`,
    people > 0 &&
    `${counted(people, "person was", "people were")} here in the last 30 days: each signs in again`,
    isElsewhere && phones > 0 &&
    `${counted(phones, "phone")} with push: each switches it on again at the new address`,
    isElsewhere && from.origin !== "" &&
    `links, QR codes and pages that name ${from.origin} lead nowhere, unless it goes on leading here`,
  ].filter((line): line is string => typeof line === "string");
}

/** Of doctor: the change that the next start makes, or the passkeys that the last one left behind. */
export function addressFaults(
  own: Pick<OwnAddress, "ahead" | "behind">,
  phones: number,
  operator: string | undefined,
): AddressFault[] {
  const move = own.ahead(), left = own.behind();
  if (move) {
    return [{
      detail: `the next start moves from ${named(move.from)} to ${named(move.to)}. What stops by that:`,
      also: stops(move, phones),
      fix: `before the restart take a way in along: ${linkFor(operator)} prints a link that works once, for ${
        OPERATOR_LINK_S / 60
      } minutes, at the new address`,
    }];
  }
  if (!left) return [];
  const since = new Date(left.at * 1000).toISOString().slice(0, 10);
  return [{
    detail: `moved on ${since}: ${counted(left.passkeys, "passkey")} made before ${
      left.passkeys === 1 ? "is" : "are"
    } for ${left.from}, not for ${left.to}`,
    also: [`who is told that a passkey is not there or does not fit: it is for ${left.from}`],
    fix: `they come in by mail or by a link (${
      linkFor(operator)
    }, for any callsign) and add a passkey of ${left.to}`,
  }];
}

/** Of a start under another address than the last one. */
export function movedLines(move: AddressMove, phones: number, operator: string | undefined): string[] {
  return [
    `The address is another one: ${named(move.from)} before, ${named(move.to)} now. What stopped by that:`,
    ...stops(move, phones).map((line) => `  ${line}`),
    ...(move.passkeys > 0
      ? [
        `A passkey that was made before is for ${move.from.name}. Come in by a new link: ${
          linkFor(operator)
        }`,
      ]
      : []),
  ];
}
