import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SeedWorkers } from './seed-workers.js';

/** Ends at seed 13, and is not done with seed 14 until its parent goes. */
const program = `
process.on('disconnect', () => process.exit(0));
process.on('message', ({ seed }) => {
  if (seed === 13) process.exit(7);
  if (seed !== 14) process.send({ seed });
});
process.send('ready');
`;

describe('the processes that run seeds', () => {
  let folder: string;
  let workers: SeedWorkers | undefined;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'seed-workers-'));
    writeFileSync(join(folder, 'worker.mjs'), program);
  });
  afterEach(() => workers?.end());
  afterAll(() => rmSync(folder, { recursive: true }));

  function started(count: number): SeedWorkers {
    workers = new SeedWorkers(join(folder, 'worker.mjs'), count);
    return workers;
  }

  it('take a seed each as soon as they are free', async () => {
    const processes = started(2);
    const long = processes.run({ seed: 14, rate: 1 });
    const seeds = [1, 2, 3];
    const answers = await Promise.all(seeds.map((seed) => processes.run({ seed, rate: 1 })));
    expect(answers.map(({ seed }) => seed)).toEqual(seeds);
    const lost = expect(long).rejects.toThrow('a worker ended (0) at seed 14');
    await processes.end();
    await lost;
  });

  it('name the seed at which one of them has ended, and the others go on', async () => {
    const processes = started(2);
    const lost = processes.run({ seed: 13, rate: 1 });
    await expect(lost).rejects.toThrow('a worker ended (7) at seed 13');
    await expect(processes.run({ seed: 1, rate: 1 })).resolves.toMatchObject({ seed: 1 });
  });

  it('reject what nobody can run any more', async () => {
    const processes = started(1);
    const both = [13, 1].map((seed) => processes.run({ seed, rate: 1 }));
    await expect(both[0]).rejects.toThrow('at seed 13');
    await expect(both[1]).rejects.toThrow('all workers have ended');
  });
});
