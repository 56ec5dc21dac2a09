import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { judge } from './declared.js';
import type { Declaration } from './declared.js';
import { differencesOf } from './differences.js';
import { factsOf } from './interface-facts.js';
import type { OpenApi } from './interface-facts.js';
import { pageOf } from './page.js';

const root = join(import.meta.dirname, '..', '..', '..');
const declarationsFile = join(root, 'tools', 'framework', 'differences.json');
/** The page of the documentation, and its copy that the gateway serves. */
const pages = ['docs/reference', 'apps/gateway/src/description'].map((folder) =>
  join(root, folder, 'framework-differences.md'),
);

/** The file with the declarations. */
interface Declared {
  /** Title and version of the framework's file. */
  readonly framework: string;
  readonly differences: readonly Declaration[];
}

/** `npm run compare:framework -- FILE`, where FILE is the framework's OpenAPI file in YAML or JSON. */
function main(): boolean {
  const [file] = process.argv.slice(2);
  if (file === undefined) {
    say('Usage: npm run compare:framework -- <OpenAPI file of NextGenPSD2>');
    return false;
  }
  const given = readFileSync(file, 'utf8');
  const framework = factsOf(parse(given, { uniqueKeys: false, strict: false }) as OpenApi);
  const own = JSON.parse(
    readFileSync(join(root, 'docs/reference/openapi.json'), 'utf8'),
  ) as OpenApi;
  const declared = JSON.parse(readFileSync(declarationsFile, 'utf8')) as Declared;
  const differences = differencesOf(framework, factsOf(own));
  const { undeclared, stale } = judge(differences, declared.differences);
  for (const { kind, only, name, where } of undeclared) {
    say(`undeclared: ${kind}, only ${only}: ${name} (${where})`);
  }
  for (const one of stale) say(`no longer there: ${one}`);
  const isVersion = framework.version === declared.framework;
  if (!isVersion) say(`compared ${framework.version}, declared for ${declared.framework}`);
  say(`${String(differences.length)} differences, ${String(undeclared.length)} undeclared`);
  const isWell = undeclared.length === 0 && stale.length === 0 && isVersion;
  if (isWell) {
    const text = pageOf(declared.framework, declared.differences);
    for (const page of pages) writeFileSync(page, text);
    execFileSync('oxfmt', pages);
  }
  return isWell;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

process.exitCode = main() ? 0 : 1;
