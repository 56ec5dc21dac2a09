import { parseArgs } from 'node:util';
import { defaultInputs, defaultSizes, readingCore, scaleLines } from './scale-table.js';
import type { ScaleInputs } from './scale-table.js';

/**
 * `npm run scale -- --customers=100000 --customers=2000000 --set=day.reportedEntries=3`: what a bank of this size needs. Every input of
 * the printed lines can be set. With `--reads-core` TPPs read the books of the core, and no entry is reported.
 */
function main(): void {
  const { values } = parseArgs({
    options: {
      customers: { type: 'string', multiple: true, default: defaultSizes.map(String) },
      set: { type: 'string', multiple: true, default: [] },
      'reads-core': { type: 'boolean', default: false },
    },
  });
  const asSet = values.set.reduce(withInput, defaultInputs);
  const inputs = values['reads-core'] ? readingCore(asSet) : asSet;
  const sizes = values.customers.map((text) => numberIn('customers', text));
  for (const line of scaleLines(inputs, sizes)) process.stdout.write(`${line}\n`);
}

/** The inputs with one of them set: `path=number`. Throws for a path that is no input. */
function withInput(inputs: ScaleInputs, setting: string): ScaleInputs {
  const [path = '', text = ''] = setting.split('=');
  const changed = structuredClone(inputs) as unknown as Record<string, unknown>;
  const steps = path.split('.');
  const last = steps.pop() ?? '';
  const place = steps.reduce<unknown>(
    (found, step) => (found as Record<string, unknown> | undefined)?.[step],
    changed,
  ) as Record<string, unknown> | undefined;
  if (typeof place?.[last] !== 'number') throw new Error(`${path} is no input`);
  place[last] = numberIn(path, text);
  return changed as unknown as ScaleInputs;
}

function numberIn(name: string, text: string): number {
  const number = Number(text);
  if (text !== '' && Number.isFinite(number) && number > 0) return number;
  throw new Error(`${name} has to be a number above 0`);
}

try {
  main();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
