/** Items of the queue as they are made: what one says has the shape that the gateway's route takes. */
import type { Address } from "../wire/routes.ts";
import { entering, type Item } from "./item.ts";

interface Given<Body, Method> extends Pick<Item, "id" | "kind" | "cache" | "title"> {
  /** From `routeTo`: an address that is no route's has no body that is known. */
  path: Address<unknown, Body, Method>;
  method: NoInfer<Method>;
  body: string extends keyof Body ? never : NoInfer<Body>;
  after?: string | undefined;
}

/** An item of this person, made at this time (unix seconds). */
export const newItem = <Body extends Item["body"], Method extends NonNullable<Item["method"]>>(
  at: number,
  { account, instance }: { account: string; instance: string },
  { after, ...given }: Given<Body, Method>,
): Item => ({
  ...{ account, instance, ...entering(at), ...given },
  ...(after !== undefined && { after }),
});
