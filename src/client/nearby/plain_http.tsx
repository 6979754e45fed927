/** What a plain http address cannot do here, and the way to one that can. */
import { Notice } from "../shell/parts.tsx";
import { say } from "../shell/say.ts";

export const PlainHttp = () => (
  <Notice action={<a href="/trust">{say("packs.trust")}</a>}>{say("nearby.insecure")}</Notice>
);
