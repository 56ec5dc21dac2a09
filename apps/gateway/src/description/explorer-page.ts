import type { OpenApi } from './open-api.js';

/** What the page shows of an operation. */
interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly description?: string;
    readonly schema: object;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, Answer>>;
}

interface Media {
  readonly schema: object;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

interface Answer {
  readonly description: string;
  readonly headers?: object;
  readonly content?: Readonly<Record<string, Media>>;
}

/** The description as a page: complete without a script, so its policy need not allow any. */
export function explorerPage(document: OpenApi): string {
  const { info, paths, components } = resolved(document);
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => ({ path, method, ...(one as Operation) })),
  );
  const tags = [...new Set(operations.flatMap((one) => one.tags))].sort();
  const groups = tags.map((tag) => {
    const inside = operations.filter((one) => one.tags.includes(tag)).map(operationPart);
    return `<h2 id="${escaped(tag)}">${escaped(tag)}</h2>\n${inside.join('\n')}`;
  });
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) =>
      `<details id="schema-${escaped(name)}"><summary><code>${escaped(name)}</code></summary>${json(schema)}</details>`,
  );
  const links = tags.map((tag) => `<a href="#${escaped(tag)}">${escaped(tag)}</a>`).join(' · ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(info.title)}: the interface</title>
<link rel="stylesheet" href="/docs/style.css">
</head>
<body>
<h1>${escaped(info.title)} ${escaped(info.version)}</h1>
<p>Release ${escaped(info['x-release'])}</p>
<p>${escaped(info.description).replaceAll('\n', '<br>')}</p>
<p>For programs: <a href="/v1/openapi.json">OpenAPI 3.1</a></p>
<nav>${links} · <a href="#schemas">schemas</a></nav>
${groups.join('\n')}
<h2 id="schemas">schemas</h2>
${schemas.join('\n')}
</body>
</html>
`;
}

/** The document with parameters and answers in place; schemas stay where they are, to be linked. */
function resolved(document: OpenApi): OpenApi {
  const inPlace = (_name: string, part: unknown): unknown => {
    const path = (part as { readonly $ref?: string } | null)?.$ref?.split('/').slice(1) ?? [];
    if (path.length === 0 || path[1] === 'schemas') return part;
    const [, kind = '', name = ''] = path;
    return (document.components as Record<string, Record<string, object>>)[kind]?.[name];
  };
  return JSON.parse(JSON.stringify(document, inPlace)) as OpenApi;
}

function operationPart(
  one: Operation & { readonly path: string; readonly method: string },
): string {
  const title = `<span class="method">${escaped(one.method.toUpperCase())}</span> <code>${escaped(one.path)}</code> ${escaped(one.summary)}`;
  const answers = Object.entries(one.responses).map(
    ([status, answer]) =>
      `<tr><td>${escaped(status)}</td><td>${escaped(answer.description)}${mediaPart(answer.content)}</td></tr>`,
  );
  return `<details id="${escaped(one.operationId)}"><summary>${title}</summary>
${parametersPart(one)}
${one.requestBody === undefined ? '' : `<h4>Body</h4>${mediaPart(one.requestBody.content)}`}
<h4>Answers</h4><table>${answers.join('')}</table></details>`;
}

function parametersPart({ parameters }: Operation): string {
  if (parameters.length === 0) return '';
  const rows = parameters.map(({ name, in: place, required, description = '', schema }) => {
    const need = required ? 'required' : description;
    const cells = [name, place, need].map((cell) => `<td>${escaped(cell)}</td>`);
    return `<tr>${cells.join('')}<td><code>${escaped(JSON.stringify(schema))}</code></td></tr>`;
  });
  return `<h4>Parameters</h4><table>${rows.join('')}</table>`;
}

function mediaPart(content: Readonly<Record<string, Media>> = {}): string {
  return Object.entries(content)
    .map(([type, { schema, examples = {} }]) => {
      const shown = Object.entries(examples).map(
        ([name, { value }]) =>
          `<details><summary>Example: ${escaped(name)}</summary>${json(value)}</details>`,
      );
      return `<div><code>${escaped(type)}</code> ${schemaLinks(schema)}${shown.join('')}</div>`;
    })
    .join('');
}

/** The names that a schema refers to, as links; the schema itself where it has none. */
function schemaLinks(schema: object): string {
  const names = [...JSON.stringify(schema).matchAll(/#\/components\/schemas\/(\w+)/g)];
  if (names.length === 0) return `<code>${escaped(JSON.stringify(schema))}</code>`;
  return names
    .map(([, name = '']) => `<a href="#schema-${escaped(name)}">${escaped(name)}</a>`)
    .join(' or ');
}

const json = (value: unknown) => `<pre>${escaped(JSON.stringify(value, null, 2))}</pre>`;

function escaped(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
