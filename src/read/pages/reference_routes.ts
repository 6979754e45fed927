/** The API reference as a page, made from the mounted declarations (API "Public read API"). */
import { sha256Hex } from "../../base/mod.ts";
import {
  type Html,
  html,
  open,
  openApi,
  page,
  type Route,
  route,
  SHARED,
  versioned,
} from "../../http/mod.ts";

// The API reference as a page: made from the same OpenAPI document that programs read, without scripts and with
// nothing from elsewhere, so that it works on a mountain.

// deno-lint-ignore no-explicit-any -- an OpenAPI document is looked into, not computed with.
type Any = any;

interface Operation {
  method: string;
  path: string;
  operation: Any;
}

const HEAD = html`
  <link rel="icon" href="data:,">
  <style>
  body{max-width:60rem}
  details{border-top:1px solid var(--line);padding:.35rem 0}
  summary{cursor:pointer;overflow-wrap:anywhere;padding:.3rem 0}
  summary code{font-weight:600}
  .get{color:#0b6e4f}.post{color:#8a4b00}.put,.patch{color:#5a3fa0}.delete{color:#a3261b}
  @media screen and (prefers-color-scheme:dark){.get{color:#4cc38a}.post{color:#f0a850}.put,.patch{color:#b9a4f5}.delete{color:#ff8a7a}}
  .fields{font-size:.95em;margin:.25rem 0 .75rem}.fields td:first-child{white-space:nowrap}
  .wrap{overflow-x:auto}nav ul{columns:2;padding-left:1.2rem}
  </style>
`;

/** Operations by tag, tags and paths in the document's order. */
function byTag(document: Any): Map<string, Operation[]> {
  const tags = new Map<string, Operation[]>();
  for (const [path, methods] of Object.entries<Any>(document.paths)) {
    for (const [method, operation] of Object.entries<Any>(methods)) {
      const tag = operation.tags?.[0] ?? "General";
      const known = tags.get(tag);
      if (known) known.push({ method, path, operation });
      else tags.set(tag, [{ method, path, operation }]);
    }
  }
  return tags;
}

/** A schema's type in a few words. */
function typeOf(schema: Any): string {
  if (schema === undefined || schema === true || Object.keys(schema).length === 0) return "anything";
  if (schema.$ref) return String(schema.$ref).split("/").at(-1)!;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value: unknown) => JSON.stringify(value)).join(" | ");
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return [...new Set(options.map(typeOf))].join(" | ");
  if (schema.type === "array") return `list of ${typeOf(schema.items)}`;
  const limits = [
    schema.minimum !== undefined && schema.minimum > -9e15 ? `from ${schema.minimum}` : "",
    schema.maximum !== undefined && schema.maximum < 9e15 ? `to ${schema.maximum}` : "",
    schema.minLength > 0 ? `at least ${schema.minLength} characters` : "",
    schema.maxLength !== undefined ? `at most ${schema.maxLength} characters` : "",
  ].filter(Boolean).join(", ");
  return `${Array.isArray(schema.type) ? schema.type.join(" | ") : schema.type ?? "object"}${
    limits ? ` (${limits})` : ""
  }`;
}

/** The members of an object, nested ones by dotted names, four levels deep. */
function fieldsOf(
  schema: Any,
  prefix = "",
  depth = 0,
): { name: string; type: string; must: boolean; about: string }[] {
  const object = schema?.type === "array" ? schema.items : schema;
  const alternatives = object?.anyOf ?? object?.oneOf;
  if (alternatives && !object.properties) {
    const inner = alternatives.find((one: Any) => one.properties || one.items?.properties);
    return inner ? fieldsOf(inner, prefix, depth) : [];
  }
  if (!object?.properties || depth > 3) return [];
  return Object.entries<Any>(object.properties).flatMap(([name, member]) => {
    const nested = member.type === "array" ? member.items : member;
    const path = `${prefix}${name}`;
    return [
      {
        name: path,
        type: typeOf(member),
        must: object.required?.includes(name) ?? false,
        about: [
          member.description,
          member.default === undefined ? "" : `default ${JSON.stringify(member.default)}`,
        ]
          .filter(Boolean).join("; "),
      },
      ...fieldsOf(nested, `${path}${member.type === "array" ? "[]" : ""}.`, depth + 1),
    ];
  });
}

const table = (
  title: string,
  rows: { name: string; type: string; must: boolean; about: string }[],
): Html | "" =>
  rows.length === 0 ? "" : html`
    <p><strong>${title}</strong></p>
    <div class="wrap">
      <table class="fields">${rows.map(({ name, type, must, about }) =>
        html`
          <tr>
            <td><code>${name}</code>${must ? "" : html`
              <span class="soft">?</span>
            `}</td>
            <td>${type}</td>
            <td>${about}</td>
          </tr>
        `
      )}</table>
    </div>
  `;

function entry({ method, path, operation }: Operation): Html | Promise<Html> {
  const parameters = (operation.parameters ?? []).map((one: Any) => ({
    name: one.name,
    type: typeOf(one.schema),
    must: one.required ?? false,
    about: [
      one.in,
      one.schema?.description ?? "",
      one.schema?.default === undefined ? "" : `default ${JSON.stringify(one.schema.default)}`,
    ]
      .filter(Boolean).join("; "),
  }));
  const [[status, answer]] = Object.entries<Any>(operation.responses) as [[string, Any]];
  const [[type, content]] = Object.entries<Any>(answer.content ?? { "no body": {} }) as [[string, Any]];
  const body = operation.requestBody?.content?.["application/json"]?.schema;
  const raw = operation.requestBody && !body ? Object.keys(operation.requestBody.content)[0] : undefined;
  const id = `${method}${path.replaceAll(/[^A-Za-z0-9]+/g, "-")}`;
  return html`
    <details id="${id}">
      <summary><code class="${method}">${method
        .toUpperCase()}</code> <code>${path}</code> <span class="soft">${operation.summary}</span></summary>
      <p>${operation.description}</p>
      ${table("Parameters", parameters)}
      ${table("Body (JSON)", fieldsOf(body))}
      ${raw ? html`<p><strong>Body</strong> ${raw}</p>` : ""}
      <p><strong>Answer</strong> ${status}, ${type}${content.schema?.type === "string" ? "" : html`
        <span class="soft">${typeOf(content.schema ?? {})}</span>
      `}</p>
      ${table("Answer's members", fieldsOf(content.schema))}
    </details>
  `;
}

/** The page of a document. */
function referencePage(document: Any, instance: string): Promise<Response> {
  const tags = [...byTag(document)];
  const anchor = (tag: string) => tag.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  return page({
    title: "API reference",
    instance,
    head: HEAD as Html,
    fresh: false,
    body: html`
      <p>${document.info.title}, version ${document.info.version}. The same as data:
      <a href="/api/v1/openapi.json">openapi.json</a> (OpenAPI ${document
        .openapi}). What lies under <code>/api/v1</code> is
      stable; other routes serve the web app, boxes and federation.</p>
      <p>A refusal is JSON: <code>error</code> is a sentence for a person, <code>reason</code> a code for a program. A member
      marked <span class="soft">?</span> may be absent. Times are unix seconds, distances metres, places WGS 84 degrees.</p>
      <nav>
        <ul>${tags.map(([tag, all]) =>
          html`<li><a href="#${anchor(tag)}">${tag}</a> <span class="soft">${all.length}</span></li>`
        )}</ul>
      </nav>
      ${tags.map(([tag, all]) => html`<h2 id="${anchor(tag)}">${tag}</h2>${all.map(entry)}`)}
    `,
  });
}

interface ReferenceParts {
  /** Every mounted route; read when the first page is made. */
  routes: readonly Route[];
  instance: string;
  version: string;
}

/** The route of the API reference; the page is made once, at the first request. */
export function referenceRoutes({ routes, instance, version }: ReferenceParts): Route[] {
  let document: { value: object; tag: string } | undefined;
  const reference = () => {
    if (!document) {
      const value = openApi(routes, { title: `Service Gateway ${instance}`, version });
      document = { value, tag: sha256Hex(JSON.stringify(value)).slice(0, 32) };
    }
    return document;
  };
  return [
    route("GET /api/docs", {
      gate: open("the reference of a public API"),
      spec: 'API "Public read API"',
      summary: "The API reference as a page, without scripts",
      share: SHARED.slow,
      produces: "text/html",
      handle: async ({ incoming }) => {
        const { value, tag } = reference();
        const page = await referencePage(value, instance);
        return versioned(incoming, tag, () => page);
      },
    }),
  ];
}
