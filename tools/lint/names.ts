/** Names say what a thing is in the field: whoever looks for it finds it by that word. */
import { houseRule } from "./files.ts";

/** What so many things were called that a search for them found nothing. */
const NO_NOUNS = new Set(["Told", "Shown", "Said", "Answer", "Kind"]);

export const nouns = houseRule("nouns", {
  of: /^src\/.*\.tsx?$/,
  create(context) {
    const judge = ({ id }: { id: Deno.lint.Identifier }) => {
      if (NO_NOUNS.has(id.name)) {
        context.report({
          node: id,
          message: `${id.name} is no noun of the field: say what it is, such as CacheKind`,
        });
      }
    };
    return { TSInterfaceDeclaration: judge, TSTypeAliasDeclaration: judge };
  },
});
