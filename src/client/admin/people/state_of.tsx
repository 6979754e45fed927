/** A person in a list: the call, and what state the account is in. */
import { rowTo } from "../../pages/router.ts";
import { Mark } from "../parts/mark.tsx";
import { tell } from "../tell.ts";
import { type AccountLine, personAddress } from "./shapes.ts";

export const PersonLink = ({ call }: { call: string }) => (
  <a class="code" {...rowTo(personAddress(call))}>{call}</a>
);

/** Whether an account is suspended, kept in memory or an operator's; nothing for all others. */
export const StateOf = ({ account }: { account: AccountLine }) => (
  <Mark kind={isMemorial(account) ? "off" : account.suspended ? "bad" : "go"}>{sayState(account)}</Mark>
);

/** Whether the account is kept in memory of a silent key. */
export const isMemorial = ({ suspended }: Pick<AccountLine, "suspended">): boolean =>
  suspended?.category === "memorial";

export const sayState = (account: AccountLine): string =>
  tell(
    isMemorial(account)
      ? "people.memorial.is"
      : account.suspended
      ? "people.suspended"
      : account.operator
      ? "people.operator"
      : "people.active",
  );
