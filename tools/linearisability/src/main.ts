import { appendFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { say } from '@nordgate/local/tool';
import { judged, judgeProgram } from './judge.js';
import type { Verdict } from './judge.js';
import { RecordedBank } from './record.js';
import { linesOf, models } from './recorder.js';

const usage = `npm run linearisability -- [--seeds N] [--from SEED] [--export FILE]

Records histories of a real bank under clients at once, and lets porcupine judge each by its model.
  --seeds N      how many seeds, 20 by default
  --from SEED    the first seed, 1 by default
  --export FILE  writes the histories as lines of JSON (tools/linearisability/README.md)`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seeds: { type: 'string', default: '20' },
      from: { type: 'string', default: '1' },
      export: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return say(usage);
  const [seeds, from] = [Number(values.seeds), Number(values.from)];
  if (!(Number.isInteger(seeds) && seeds > 0 && Number.isInteger(from))) throw new Error(usage);
  const verdicts = await verdictsOf(seeds, from, values.export);
  for (const line of tableOf(verdicts)) say(line);
  if (verdicts.some(isRejected)) process.exitCode = 1;
}

async function verdictsOf(
  seeds: number,
  from: number,
  file: string | undefined,
): Promise<readonly Verdict[]> {
  const program = await judgeProgram(say, process.env);
  if (file !== undefined) await writeFile(file, '');
  const bank = await RecordedBank.start();
  const verdicts: Verdict[] = [];
  try {
    for (let seed = from; seed < from + seeds; seed += 1) {
      const operations = await bank.record(seed);
      if (file !== undefined) await appendFile(file, linesOf(operations));
      const ofSeed = await judged(program, operations);
      for (const { model, verdict } of ofSeed.filter(isRejected)) {
        say(`seed ${String(seed)}, ${model}: ${verdict}`);
      }
      verdicts.push(...ofSeed);
    }
  } finally {
    await bank.stop();
  }
  return verdicts;
}

const isRejected = ({ verdict }: Verdict) => verdict !== 'linearisable';

/** A line for each model. */
const tableOf = (verdicts: readonly Verdict[]): readonly string[] =>
  models.map((model) => {
    const all = verdicts.filter((one) => one.model === model);
    const rejected = all.filter(isRejected).length;
    const sumOf = (what: 'operations' | 'lost') =>
      String(all.reduce((sum, one) => sum + one[what], 0));
    return (
      `${model.padEnd(9)} ${String(all.length - rejected)} accepted, ${String(rejected)} rejected: ` +
      `${sumOf('operations')} operations, ${sumOf('lost')} without an answer`
    );
  });

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});
