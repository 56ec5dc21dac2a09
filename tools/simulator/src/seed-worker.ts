import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { realMs } from './clock/simulated-clock.js';
import { summaryOf } from './report.js';
import { startSimulator } from './simulator.js';
import type { SeedJob } from './simulator.js';

/** Of Node.js itself: the simulator replaces it. */
const turn = setImmediate;
const turnOfEventLoop = () => new Promise((resolve) => void turn(resolve));

/** A process that runs the seeds that its parent sends, one at a time, until the parent disconnects. */
const simulator = await startSimulator(process.argv[2] === 'real' ? 'real' : 'model');

process.on('disconnect', () => {
  void simulator.stop().finally(() => process.exit());
});
process.on('message', (job: SeedJob) => void run(job));
process.send?.('ready');

async function run(job: SeedJob): Promise<void> {
  const startedMs = realMs();
  const summary = summaryOf(await simulator.run(job), realMs() - startedMs);
  const liveBytes = job.isMemoryAsked === true ? await bytesInUse() : undefined;
  process.send?.({ ...summary, ...(liveBytes !== undefined && { liveBytes }) });
}

/** Without garbage. The collector takes what a turn of the event loop refers to only after it. */
async function bytesInUse(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  for (let turns = 0; turns < 3; turns += 1) {
    collectGarbage();
    await turnOfEventLoop();
  }
  return process.memoryUsage().heapUsed;
}
