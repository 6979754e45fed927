/**
 * Which route takes a path: the router that Hono asks. Of Hono's own, one cannot hold paths such as `:code.gpx` beside `:code`,
 * which it finds out at the first request, after it has read them all; the other takes as long again to read them. Both go
 * on to look for further handlers of the same path, and each of ours has one.
 */

type Params = Record<string, string>;

/** A route at the end of its path. */
interface Leaf<T> {
  /** Of two that take a path, the one that was declared first does. */
  order: number;
  names: readonly string[];
  route: T;
}

/** A part of paths, and what may follow it. */
class Place<T> {
  /** By method. */
  readonly leaves = new Map<string, Leaf<T>>();
  readonly fixed = new Map<string, Place<T>>();
  /** By label: whatever stands in one part, or what has a form. */
  readonly named = new Map<string, { form: RegExp | undefined; place: Place<T> }>();
  /** What takes all that is left of a path. */
  readonly rest = new Map<string, { form: RegExp | undefined; place: Place<T> }>();
}

/** A route as it was added. */
interface Declared<T> {
  method: string;
  path: string;
  route: T;
  order: number;
}

const LABEL = /^:(\w{1,40})(?:\{(.{1,60})\})?$/;

/** Paths in Hono's notation: `/a/:name`, `/a/:name{[^/]+\.gpx}`, `/a/:rest{.+}` and `/*`. */
export class PathRouter<T> {
  readonly name = "PathRouter";
  readonly #root = new Place<T>();
  #routes = 0;
  /** By their first part, those that nobody asked for yet: few of some hundred are asked for in the first minutes. */
  readonly #waiting = new Map<string, Declared<T>[]>();

  /** Adds a route. */
  add(method: string, path: string, route: T): void {
    const first = firstOf(path), declared = { method, path, route, order: this.#routes++ };
    // What begins with a label or a star may take any path.
    if (/^[:*]/.test(first)) return this.#place(declared);
    const others = this.#waiting.get(first);
    if (others) others.push(declared);
    else this.#waiting.set(first, [declared]);
  }

  #place({ method, path, route, order }: Declared<T>): void {
    const names: string[] = [];
    let place = this.#root;
    // A form may have a slash in it.
    for (const part of path.slice(1).split(/\/(?![^{]*\})/)) {
      const [, name, form] = LABEL.exec(part) ?? [];
      if (part === "*" || form === ".+") place = labelled(place.rest, part, form);
      else if (name !== undefined) place = labelled(place.named, part, form);
      else place = placed(place.fixed, part);
      if (name !== undefined) names.push(name);
    }
    if (!place.leaves.has(method)) place.leaves.set(method, { order, names, route });
  }

  /** The route that takes this path, with the values of its parameters as they stand in there; none where none does. */
  match(method: string, path: string): [[T, Params][]] {
    const first = firstOf(path);
    this.#waiting.get(first)?.forEach((one) => this.#place(one));
    this.#waiting.delete(first);
    const parts = partsOf(path), values: string[] = [];
    const best: { leaf?: Leaf<T>; params: Params } = { params: {} };
    const look = ({ leaves }: Place<T>): void => {
      const leaf = leaves.get(method);
      if (!leaf || (best.leaf && best.leaf.order < leaf.order)) return;
      best.leaf = leaf;
      best.params = {};
      for (const [i, name] of leaf.names.entries()) best.params[name] = values[i]!;
    };
    const seek = (place: Place<T>, at: number): void => {
      const part = parts[at];
      if (part === undefined) return look(place);
      const fixed = place.fixed.get(part);
      if (fixed) seek(fixed, at + 1);
      for (const { form, place: next } of place.named.values()) {
        if (form ? !form.test(part) : part === "") continue;
        values.push(part);
        seek(next, at + 1);
        values.pop();
      }
      for (const { form, place: next } of place.rest.values()) {
        const left = parts.slice(at).join("/");
        if (form && !form.test(left)) continue;
        values.push(left);
        look(next);
        values.pop();
      }
    };
    if (parts.length > 0) seek(this.#root, 0);
    return [best.leaf ? [[best.leaf.route, best.params]] : []];
  }
}

function firstOf(path: string): string {
  const from = path.startsWith("/") ? 1 : 0, end = path.indexOf("/", from);
  return end < 0 ? path.slice(from) : path.slice(from, end);
}

function partsOf(path: string): string[] {
  const parts = path.split("/");
  if (parts[0] === "") parts.shift();
  return parts;
}

function placed<T>(places: Map<string, Place<T>>, part: string): Place<T> {
  let place = places.get(part);
  if (!place) places.set(part, place = new Place());
  return place;
}

function labelled<T>(places: Place<T>["named"], label: string, form: string | undefined): Place<T> {
  let one = places.get(label);
  if (!one) {
    one = { form: form === undefined ? undefined : new RegExp(`^${form}$`), place: new Place() };
    places.set(label, one);
  }
  return one.place;
}
