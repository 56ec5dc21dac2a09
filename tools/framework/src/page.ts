import type { Declaration } from './declared.js';
import type { Side } from './differences.js';

const titles: Readonly<Record<Side, string>> = {
  framework: 'Only in the framework',
  nordgate: 'Only here',
};

/**
 * The page of the declared differences, in Markdown.
 *
 * @param version the framework's title and version that the declarations are about
 */
export function pageOf(version: string, declarations: readonly Declaration[]): string {
  const parts = (['framework', 'nordgate'] as const).map((only) => {
    const rows = declarations.filter((one) => one.only === only).map(rowOf);
    return [`## ${titles[only]}`, '', ...table(rows)].join('\n');
  });
  return `# Differences from the framework

\`npm run compare:framework -- FILE\` compares the description of this interface with the OpenAPI file
of the framework and writes this page. The file is not part of this repository. The command fails when an operation,
header, parameter, field, value, status or message code differs and no row of \`tools/framework/differences.json\` declares it,
and when a row declares a difference that no longer exists.

Compared with: ${version}. The copy that was compared is a
rebuilt one: about 85 % of the published file, without its error schemas and examples, which were not read. The three services of payments count as one. \`*\` stands for any text. A member of a
member that the other side lacks is not listed again. The specification of this interface goes before the framework.
\`framework-spellings.md\` lists what a client of the framework may send all the same.

${parts.join('\n\n')}
`;
}

function rowOf({ kind, names, where, reason, since }: Declaration): string[] {
  const list = (texts: readonly string[]) => texts.map((text) => `\`${text}\``).join(', ');
  return [kind, list(names), where ? list(where) : 'everywhere', reason, since];
}

function table(rows: readonly (readonly string[])[]): string[] {
  const head = ['what', 'names', 'where', 'why', 'since'];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
}
