// `npm run judge:expressions` judges every regular expression of the production code that is not listed yet, and writes
// tools/safe-expressions.json; with `-- --all` those that are listed, too. Fails for one that can be slow.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { check } from 'recheck';
import { literalOf, productionExpressions } from './expressions.ts';

const file = new URL('safe-expressions.json', import.meta.url);
const { version } = createRequire(import.meta.url)('recheck/package.json');
const known = JSON.parse(readFileSync(file, 'utf8'));
const isKnown = !process.argv.includes('--all') && known.recheck === version;
const listed = new Set(isKnown ? known.safe : []);

const expressions = new Map(
  [...productionExpressions().found.values()].map((one) => [literalOf(one), one]),
);
const safe = [];
for (const [literal, one] of expressions) {
  if (listed.has(literal) || (await isSafe(one))) safe.push(literal);
  else console.log(`can be slow: ${one.name}`);
}
writeFileSync(file, `${JSON.stringify({ recheck: version, safe: safe.sort() }, null, 2)}\n`);
console.log(`${safe.length} of ${expressions.size} are safe`);

/** On a busy machine a search can end before it has judged. */
async function isSafe({ source, flags }) {
  const first = await check(source, flags, { timeout: 10_000 });
  const last = first.status === 'unknown' ? await check(source, flags, { timeout: 60_000 }) : first;
  return last.status === 'safe';
}
