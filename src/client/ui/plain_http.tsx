/** Says what does not work on a plain http address, with a link to the page that helps. */
import { Notice } from "./parts.tsx";
import { say } from "./say.ts";

export const PlainHttp = () => (
  <Notice action={<a href="/trust">{say("packs.trust")}</a>}>{say("nearby.insecure")}</Notice>
);
