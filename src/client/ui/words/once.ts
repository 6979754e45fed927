/** Loads what is asked for once, however many ask: all get the same. What could not be loaded is, for whoever asks then. */
export function once<Name extends string[]>(
  load: (...name: Name) => Promise<void>,
): (...name: Name) => Promise<void> {
  const asked = new Map<string, Promise<void>>();
  const begin = (name: Name, key: string) => {
    const coming = load(...name);
    asked.set(key, coming);
    coming.catch(() => asked.delete(key));
    return coming;
  };
  return (...name) => {
    const key = name.join(), before = asked.get(key);
    if (!before) return begin(name, key);
    // It may have set out where there was no connection, and somebody asks because there is one again.
    return before.catch(() => asked.get(key) ?? begin(name, key));
  };
}
