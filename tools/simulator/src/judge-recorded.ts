import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRejected, judged, judgeProgram, tableOf } from '@nordgate/linearisability/judge';
import type { Verdict } from '@nordgate/linearisability/judge';
import { linesOf } from '@nordgate/linearisability/recorder';
import type { Options } from './options.js';
import { Report } from './report.js';
import { SeedWorkers } from './seed-workers.js';

type Say = (line: string) => void;

/**
 * Lets the clients of linearisability call the simulated bank, one time for each seed, and porcupine judge what they were answered.
 * Prints what happened and a line for each model. The exit code is 1 when a history is rejected or a run fails.
 */
export async function judgeRecorded(options: Options, say: Say): Promise<void> {
  const { from, seeds, workers, postgres, rate, replicas, gateways, plant } = options;
  const program = await judgeProgram(say, process.env);
  if (options.export !== undefined) await writeFile(options.export, '');
  const processes = new SeedWorkers(join(import.meta.dirname, 'seed-worker.js'), workers, postgres);
  const report = new Report();
  const verdicts: Verdict[] = [];
  const startedMs = performance.now();
  const runs = Array.from({ length: seeds }, async (_, place) => {
    const job = { seed: from + place, rate, replicas, gateways, plant, isRecorded: true };
    const ran = await processes.run(job);
    report.add(ran);
    if (options.export !== undefined) await appendFile(options.export, linesOf(ran.operations));
    const ofSeed = await judged(program, ran.operations);
    for (const text of ran.violations) say(`seed ${String(job.seed)}: ${text}`);
    for (const { model, verdict } of ofSeed.filter(isRejected)) {
      say(`seed ${String(job.seed)}, ${model}: ${verdict}`);
    }
    verdicts.push(...ofSeed);
  });
  await Promise.all(runs);
  await processes.end();
  for (const line of report.lines((performance.now() - startedMs) / 1000)) say(line);
  for (const line of tableOf(verdicts)) say(line);
  if (report.failed.length > 0 || verdicts.some(isRejected)) process.exitCode = 1;
}
