/** What happened, told between areas: who publishes knows nobody who listens. */

/**
 * What an area publishes with, one function for each of its events. `Happenings` names the events and what each tells;
 * one that happens inside a write carries its `tx`, and what its listeners write is part of that write.
 */
export type Tell<Happenings> = { readonly [Name in keyof Happenings]: (told: Happenings[Name]) => void };

/** Who listens to each event, in the order in which they are told. */
export type Listeners<Happenings> = {
  readonly [Name in keyof Happenings]: readonly ((told: Happenings[Name]) => void)[];
};

/** All events of a program: made before the areas that publish them, heard by what is opened after them. */
export class Events<Happenings extends object> {
  readonly tell: Tell<Happenings>;
  #listeners: Listeners<Happenings> | undefined;

  /** `names`: each event, in any order. */
  constructor(names: { readonly [Name in keyof Happenings]: true }) {
    const tell = <Name extends keyof Happenings>(name: Name) => (told: Happenings[Name]): void => {
      // While the program is being put together nothing happens that anybody would have to hear.
      for (const listener of this.#listeners?.[name] ?? []) listener(told);
    };
    this.tell = Object.fromEntries(
      (Object.keys(names) as (keyof Happenings)[]).map((name) => [name, tell(name)]),
    ) as unknown as Tell<Happenings>;
  }

  /** Names everybody who listens: once, where all of the program is known. */
  heardBy(listeners: Listeners<Happenings>): void {
    if (this.#listeners) throw new TypeError("who listens was named already");
    this.#listeners = listeners;
  }
}
