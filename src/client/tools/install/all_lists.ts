/** Every list of tools that counts here: what the gateway says of it, and what it says itself. */
import { sayUnread } from "../../ui/unread.ts";
import { signal } from "@preact/signals";
import type { App } from "../../phone/app.ts";
import { routeTo } from "../../phone/wire/routes.ts";
import { language } from "../../ui/say.ts";
import { fetchFile, type Source } from "./fetch_file.ts";
import { type ListFault, type Offer, readOffers } from "./lists.ts";
import type { Installed } from "./trust.ts";

/** A registry as the gateway shows it, and what its list says. */
export interface Listed extends Source {
  label: string;
  authority: string;
  scope: "instance" | "own";
  offers: Offer[];
  fault: ListFault | "unreachable" | undefined;
  /** Its server does not answer: this is what it said earlier. */
  stale: boolean;
}

export class AllLists {
  readonly #app: App;
  readonly all = signal<readonly Listed[] | undefined>(undefined);
  /** Why there are no lists; empty while they are read, and once there are some. */
  readonly unread = signal("");
  readonly mode = signal<"all" | "registries" | "off">("all");
  #reading: Promise<void> | undefined;

  constructor(app: App) {
    this.#app = app;
  }

  /** Reads what the registries list. */
  async read(): Promise<void> {
    const failed = await this.#app.reader.read(routeTo("GET /api/tools/registries"), ({ value }) => {
      this.unread.value = "";
      this.mode.value = value.tools;
      this.#reading = this.#readEach(value.registries);
    });
    if (failed && !failed.ok) {
      if (!this.#reading) this.unread.value = sayUnread(failed);
      return;
    }
    // The gateway knows of a server that does not answer once it has asked it.
    await this.#reading;
    await this.#app.reader.read(routeTo("GET /api/tools/registries"), ({ value }) => {
      const told = new Map(value.registries.map(({ id, fault }) => [id, fault]));
      this.all.value = this.all.peek()?.map((one) => ({
        ...one,
        // A list that is not as it should be does not come at all: the gateway knows why.
        fault: one.fault && (told.get(one.id) ?? one.fault),
        stale: !one.fault && told.get(one.id) === "unreachable",
      }));
    });
  }
  async #readEach(sources: readonly Omit<Listed, "offers" | "fault" | "stale">[]): Promise<void> {
    const lang = language.peek().code;
    // Where the instance's registries alone count, those of a member are as good as none.
    const counted = sources.filter(({ scope }) => this.mode.peek() !== "registries" || scope === "instance");
    this.all.value = await Promise.all(
      counted.map(async ({ id, url, proxied, label, authority, scope }) => {
        const source = { id, url, proxied }, file = await fetchFile(this.#app, "list", url, source);
        const read = file ? readOffers(file, authority, url, lang) : "unreachable" as const;
        const isList = Array.isArray(read);
        return {
          ...source,
          label,
          authority,
          scope,
          offers: isList ? read : [],
          fault: isList ? undefined : read,
          stale: false,
        };
      }),
    );
  }

  /** The registry below whose address something lies. */
  sourceOf = (at: string): Listed | undefined =>
    this.all.peek()?.find(({ url }) => at.startsWith(url.slice(0, url.lastIndexOf("/") + 1)));

  /** The entry of an installed tool. */
  offerOf = ({ name, at }: Pick<Installed, "name" | "at">): Offer | undefined =>
    this.all.value?.flatMap(({ offers }) => offers).find((one) => one.name === name && one.at === at);
}
