/** A person in a list: the call, and what state the account is in. */
import { rowTo } from "../../pages/router.ts";
import { Mark } from "../parts/mark.tsx";
import { tell } from "../tell.ts";
import { type AccountLine, personAddress } from "./shapes.ts";

export const PersonLink = ({ call }: { call: string }) => (
  <a class="code" {...rowTo(personAddress(call))}>{call}</a>
);

/** Whether an account is suspended or an operator's; nothing for all others. */
export const StateOf = ({ account }: { account: AccountLine }) => (
  <Mark kind={account.suspended ? "bad" : "go"}>{sayState(account)}</Mark>
);

export const sayState = ({ suspended, operator }: AccountLine): string =>
  tell(suspended ? "people.suspended" : operator ? "people.operator" : "people.active");
