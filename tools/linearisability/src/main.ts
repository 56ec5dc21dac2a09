import { appendFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { Chance } from '@nordgate/chaos/chance';
import { faultsNamed } from '@nordgate/chaos/faults';
import { say } from '@nordgate/local/tool';
import { isRejected, judged, judgeProgram, tableOf } from './judge.js';
import type { Verdict } from './judge.js';
import { RecordedBank } from './record.js';
import { linesOf } from './recorder.js';

const usage = `npm run linearisability -- [--seeds N] [--from SEED] [--faults A,B] [--brokers 1] [--export FILE]

Records histories of a real bank under clients at once, and lets porcupine judge each by its model.
  --seeds N      how many seeds, 20 by default
  --from SEED    the first seed, 1 by default
  --faults A,B   a bank of processes on Kafka (Java), which these faults of chaos strike meanwhile; without it, one
                 process that nothing disturbs. docs/how-to/run-chaos.md has the faults
  --brokers N    with --faults: 1 or 3, 1 by default
  --export FILE  writes the histories as lines of JSON (tools/linearisability/README.md)`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seeds: { type: 'string', default: '20' },
      from: { type: 'string', default: '1' },
      faults: { type: 'string' },
      brokers: { type: 'string', default: '1' },
      export: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return say(usage);
  const [seeds, from] = [Number(values.seeds), Number(values.from)];
  const isRight = Number.isInteger(seeds) && seeds > 0 && Number.isInteger(from);
  if (!isRight || !['1', '3'].includes(values.brokers)) throw new Error(usage);
  const faults = values.faults === undefined ? [] : faultsNamed(values.faults.split(','));
  const brokers = values.brokers === '3' ? 3 : 1;
  const startBank = () =>
    faults.length === 0
      ? RecordedBank.inOneProcess()
      : RecordedBank.underFaults({ faults, brokers, chance: new Chance(from), say });
  const verdicts = await verdictsOf({ seeds, from, file: values.export, startBank });
  for (const line of tableOf(verdicts)) say(line);
  if (verdicts.some(isRejected)) process.exitCode = 1;
}

interface Recorded {
  readonly seeds: number;
  readonly from: number;
  readonly file: string | undefined;
  readonly startBank: () => Promise<RecordedBank>;
}

async function verdictsOf({ seeds, from, file, startBank }: Recorded): Promise<readonly Verdict[]> {
  const program = await judgeProgram(say, process.env);
  if (file !== undefined) await writeFile(file, '');
  const bank = await startBank();
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

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});
