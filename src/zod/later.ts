/**
 * Schemas that are made when they are first asked something. There are thousands of declarations, each costs a start tens of
 * microseconds, and few are needed by what a process does: a declaration is written down here and made of zod's own parts
 * later. A schema that is made holds no such declaration, so that checking goes through zod alone.
 */

/** What each declaration makes. */
const declared = new WeakMap<object, Declared<object>>();

/** Methods that give another schema: they make nothing yet either. */
const CHAINED = new Set(
  (
    "and array brand catch catchall check default describe endsWith exactOptional extend gt gte " +
    "includes int keyof length loose lt lte max meta min multipleOf negative nonempty nonnegative " +
    "nonoptional nullable nullish omit optional or overwrite partial passthrough pick pipe positive " +
    "prefault readonly refine regex required safeExtend startsWith strict strip superRefine " +
    "toLowerCase toUpperCase transform trim unwrap"
  ).split(" "),
);

const isPlain = (value: object): boolean => {
  const proto = Object.getPrototypeOf(value);
  return proto === Object.prototype || proto === null;
};

/** The schema that a declaration stands for, at any depth of an argument; everything else as it is. */
export function given<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  const declaration = declared.get(value);
  if (declaration) return real(declaration) as T;
  if (Array.isArray(value)) return value.some((one) => given(one) !== one) ? value.map(given) as T : value;
  if (!isPlain(value)) return value;
  const members = Object.getOwnPropertyDescriptors(value) as Record<string, PropertyDescriptor>;
  let changed = false;
  for (const member of Object.values(members)) {
    if (member.get) {
      const read = member.get;
      Object.assign(member, { get: () => given(read.call(value)) });
      changed = true;
    } else if (given(member.value) !== member.value) {
      Object.assign(member, { value: given(member.value) });
      changed = true;
    }
  }
  return changed ? Object.create(Object.getPrototypeOf(value), members) : value;
}

/** The members of an object's schema, each a declaration or a schema. */
type Shape = Record<string, object>;

/** A declaration, and what it made once it was asked. */
interface Declared<T> {
  make: () => T;
  made?: T;
  /** Of an object, its members: they are often put into another one, for which nothing has to be made. */
  shape?: () => Shape;
}

/** Members of what these methods of an object's schema give; with other arguments the schema itself is asked. */
const RESHAPED: Record<string, (shape: Shape, ...args: unknown[]) => Shape> = {
  extend: (shape, more) => ({ ...shape, ...more as Shape }),
  pick: (shape, mask) => Object.fromEntries(Object.keys(mask as object).map((name) => [name, shape[name]!])),
  partial: (shape) => Object.fromEntries(Object.entries(shape).map(([name, one]) => [name, optional(one)])),
};
const optional = (one: object): object => (one as { optional(): object }).optional();

/** The members after a method was called, if they can be told without a schema. */
function reshaped({ shape }: Declared<object>, name: string, args: unknown[]): (() => Shape) | undefined {
  const reshape = RESHAPED[name];
  if (!shape || !reshape || args.length > (name === "partial" ? 0 : 1)) return undefined;
  return () => reshape(shape(), ...args);
}

type Methods = Record<string, (...args: unknown[]) => object>;

const real = <T>(declaration: Declared<T>): T => declaration.made ??= declaration.make();

/** One for all declarations: thousands are made at each start. */
const handler: ProxyHandler<Declared<object>> = {
  get(declaration, name) {
    if (name === "shape" && declaration.shape && !declaration.made) return declaration.shape();
    if (typeof name !== "string" || !CHAINED.has(name)) {
      const made = real(declaration);
      return Reflect.get(made, name, made);
    }
    return (...args: unknown[]) => {
      const call = () => (real(declaration) as Methods)[name]!(...args.map(given));
      // Without an argument it tells what was given to it.
      return name === "meta" && args.length === 0 ? call() : later(call, reshaped(declaration, name, args));
    };
  },
  set: (declaration, name, value) => Reflect.set(real(declaration), name, value),
  has: (declaration, name) => Reflect.has(real(declaration), name),
  getPrototypeOf: (declaration) => Reflect.getPrototypeOf(real(declaration)),
  ownKeys: (declaration) => Reflect.ownKeys(real(declaration)),
  getOwnPropertyDescriptor(declaration, name) {
    const own = Reflect.getOwnPropertyDescriptor(real(declaration), name);
    return own && { ...own, configurable: true };
  },
};

/** A declaration of what `make` makes; of an object with these members, where they are known. */
export function later<T extends object>(make: () => T, shape?: () => Shape): T {
  const declaration: Declared<T> = { make, shape };
  const shown = new Proxy(declaration, handler) as unknown as T;
  declared.set(shown, declaration);
  return shown;
}

/** A function that gives schemas of objects, as one that gives declarations of them. */
export const lateObjects = <F>(make: F): F =>
  ((shape: Shape = {}, ...args: unknown[]) =>
    later(
      () => (make as (...args: unknown[]) => object)(given(shape), ...args.map(given)),
      () => shape,
    )) as F;
/** A function that gives schemas, as one that gives declarations of them. */
export const lateMaker = <F>(make: F): F =>
  ((...args: unknown[]) => later(() => (make as (...args: unknown[]) => object)(...args.map(given)))) as F;
