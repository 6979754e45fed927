/** Formulas with letters, such as `N 48° 1A.BCD`: letters stand for values, brackets are reckoned. Pure; nothing is run as a script. */

type Values = ReadonlyMap<string, number>;

/** Values of letters: `A=3 B = 12, C=A+1`; each may use those before it. `undefined` where one cannot be read. */
export function readValues(text: string): Values | undefined {
  const values = new Map<string, number>();
  for (
    const part of text.split(/[\n,;]|\s(?=[A-Za-z]\s{0,3}=)/).map((one) => one.trim()).filter(Boolean).slice(
      0,
      60,
    )
  ) {
    const [, letter, formula] = /^([A-Za-z])\s{0,3}=\s{0,3}(.{1,200})$/.exec(part) ?? [];
    const value = formula === undefined ? undefined : reckon(formula, values);
    if (value === undefined) return undefined;
    values.set(letter!.toUpperCase(), value);
  }
  return values;
}

/**
 * The formula with values in place of letters. What stands in brackets is reckoned; letters outside stand for their digits, and
 * directions (N, S, E, W, O before a number) stay. `undefined` where a letter has no value.
 */
export function filled(formula: string, values: Values): string | undefined {
  let lacks = false;
  let reckoned = formula.slice(0, 500);
  // The innermost brackets first; what was put in has none.
  for (let depth = 0; depth < 10 && reckoned.includes("("); depth++) {
    reckoned = reckoned.replace(/\(([^()]{1,100})\)/g, (_, inner: string) => {
      const value = reckon(inner, values);
      if (value === undefined) lacks = true;
      return String(value ?? "");
    });
  }
  const said = reckoned.replace(/[A-Za-z]/g, (letter, at: number) => {
    const isDirection = /[NSEWO]/.test(letter) && /^[\s]{0,3}[\d]/.test(reckoned.slice(at + 1)) &&
      (at === 0 || /[\s'′,]/.test(reckoned[at - 1]!));
    const value = isDirection ? undefined : values.get(letter.toUpperCase());
    if (!isDirection && value === undefined) lacks = true;
    return isDirection ? letter : String(value);
  });
  return lacks ? undefined : said;
}

/** Reckons `+ - * / % ^`, brackets, numbers and letters; `undefined` for anything else, and for what is no number. */
export function reckon(text: string, values: Values): number | undefined {
  const tokens = text.match(/\d{1,15}(?:\.\d{1,10})?|[A-Za-z]|[-+*/%^()]|\S/g) ?? [];
  let at = 0, wrong = tokens.length > 200;
  const next = (...wanted: string[]) => wanted.includes(tokens[at] ?? "") ? tokens[at++] : undefined;
  const one = (): number => {
    const token = tokens[at++];
    if (token === "(") {
      const value = sum();
      if (!next(")")) wrong = true;
      return value;
    }
    if (token === "-") return -one();
    if (token !== undefined && /^\d/.test(token)) return Number(token);
    const value = token === undefined ? undefined : values.get(token.toUpperCase());
    if (value === undefined) wrong = true;
    return value ?? 0;
  };
  const power = (): number => {
    const base = one();
    return next("^") ? base ** power() : base;
  };
  const product = (): number => {
    let value = power();
    for (let sign; (sign = next("*", "/", "%"));) {
      const other = power();
      value = sign === "*" ? value * other : sign === "/" ? value / other : value % other;
    }
    return value;
  };
  const sum = (): number => {
    let value = product();
    for (let sign; (sign = next("+", "-"));) value += sign === "+" ? product() : -product();
    return value;
  };
  const value = wrong ? NaN : sum();
  return wrong || at !== tokens.length || !Number.isFinite(value) ? undefined : Math.round(value * 1e9) / 1e9;
}
