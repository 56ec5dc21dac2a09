import { appendFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { judged, judgeProgram } from './judge.js';
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
  const program = await judgeProgram(say, process.env);
  if (values.export !== undefined) await writeFile(values.export, '');
  const bank = await RecordedBank.start();
  const counts = new Map<string, number>();
  const count = (what: string, more: number) => counts.set(what, (counts.get(what) ?? 0) + more);
  try {
    for (let seed = from; seed < from + seeds; seed += 1) {
      const operations = await bank.record(seed);
      if (values.export !== undefined) await appendFile(values.export, linesOf(operations));
      for (const { model, verdict, ...seen } of await judged(program, operations)) {
        count(`${model} operations`, seen.operations);
        count(`${model} lost`, seen.lost);
        count(`${model} ${verdict === 'linearisable' ? 'accepted' : 'rejected'}`, 1);
        if (verdict !== 'linearisable') say(`seed ${String(seed)}, ${model}: ${verdict}`);
      }
    }
  } finally {
    await bank.stop();
  }
  const of = (what: string) => String(counts.get(what) ?? 0);
  let rejected = 0;
  for (const model of models) {
    rejected += counts.get(`${model} rejected`) ?? 0;
    say(
      `${model.padEnd(9)} ${of(`${model} accepted`)} accepted, ${of(`${model} rejected`)} rejected: ` +
        `${of(`${model} operations`)} operations, ${of(`${model} lost`)} without an answer`,
    );
  }
  if (rejected > 0) process.exitCode = 1;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});
