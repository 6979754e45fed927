/** Which file a rule looks at, and what the rule knows of it. */
const ROOT = new URL("../../", import.meta.url).pathname;

/** A file's path from the root, however the linter names it. */
const pathOf = ({ filename }: Deno.lint.RuleContext): string =>
  filename.startsWith(ROOT) ? filename.slice(ROOT.length) : filename;

/** Files that a rule lets be, with the reason: all of a file, or so many places of it. Tests find those that need it no more. */
type Excepted = Readonly<Record<string, string | readonly [places: number, why: string]>>;

interface HouseRule {
  /** Whose files it looks at. */
  of: RegExp;
  excepted?: Excepted;
  create(context: Deno.lint.RuleContext, path: string): Deno.lint.LintVisitor;
}

/** Every rule as it was declared, by name: for the tests of what they except. */
export const declared = new Map<string, HouseRule>();

/** Declares a rule under its name. */
export function houseRule(name: string, rule: HouseRule): Deno.lint.Rule {
  declared.set(name, rule);
  return {
    create(context) {
      const path = pathOf(context), excepted = rule.excepted?.[path];
      if (!rule.of.test(path) || typeof excepted === "string") return {};
      return rule.create(excepted ? passingOver(excepted[0], context) : context, path);
    },
  };
}

/** The same for a rule, but for its first so many reports. */
function passingOver(places: number, context: Deno.lint.RuleContext): Deno.lint.RuleContext {
  let left = places;
  return {
    id: context.id,
    filename: context.filename,
    get sourceCode() {
      return context.sourceCode;
    },
    getFilename: () => context.filename,
    getSourceCode: () => context.sourceCode,
    report: (data: Deno.lint.ReportData) => {
      if (left-- <= 0) context.report(data);
    },
  };
}
