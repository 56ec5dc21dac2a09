import { realMs } from './clock/simulated-clock.js';
import { summaryOf } from './report.js';
import { startSimulator } from './simulator.js';
import type { SeedJob } from './simulator.js';

/** A process that runs the seeds that its parent sends, one at a time, until the parent disconnects. */
const simulator = await startSimulator(process.argv[2] === 'real' ? 'real' : 'model');

process.on('disconnect', () => {
  void simulator.stop().finally(() => process.exit());
});
process.on('message', (job: SeedJob) => void run(job));
process.send?.('ready');

async function run(job: SeedJob): Promise<void> {
  const startedMs = realMs();
  const result = await simulator.run(job);
  process.send?.(summaryOf(result, realMs() - startedMs));
}
