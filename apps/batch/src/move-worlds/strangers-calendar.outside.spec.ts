import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { randomOrders, strangersDays } from '@nordgate/testing/calendar';
import fc from 'fast-check';
import { firstDay, lastDay, ledDays } from '../testing/led-days.js';

const run = promisify(execFile);
const judge = join(import.meta.dirname, '../testing/strangers-calendar');
const bytesMax = 100_000_000;
const slowMs = 300_000;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nordgate-calendar-'));
  await run('python3', ['-m', 'venv', folder]);
  const pins = join(judge, 'requirements.txt');
  await run(join(folder, 'bin', 'pip'), ['install', '-q', '-r', pins]);
}, slowMs);
afterAll(() => rm(folder, { recursive: true }));

async function pythonDays(orders: readonly object[]): Promise<readonly (readonly string[])[]> {
  const file = join(folder, 'orders.json');
  await writeFile(file, JSON.stringify({ until: lastDay, orders }));
  const python = join(folder, 'bin', 'python');
  const options = { maxBuffer: bytesMax, env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' } };
  const { stdout } = await run(python, [join(judge, 'days.py'), file], options);
  return JSON.parse(stdout) as readonly (readonly string[])[];
}

describe('the clock of a world', () => {
  it(
    'executes 10,000 random standing orders on the days of date-holidays, and of dateutil and holidays',
    async () => {
      const seed = Math.floor(Math.random() * 2 ** 31);
      const range = { from: firstDay, startDays: 365, lengthDays: 1096 };
      const orders = fc.sample(randomOrders(range), { seed, numRuns: 10_000 });
      const python = await pythonDays(orders);
      const differing = orders.flatMap((order, at) => {
        const days = { led: ledDays(order), library: strangersDays(order, lastDay) };
        const judged = { ...days, python: python[at] };
        return new Set(Object.values(judged).map(String)).size === 1 ? [] : [{ order, judged }];
      });
      // The seed is in the message of a failure.
      expect({ seed, differing: differing.slice(0, 3) }).toEqual({ seed, differing: [] });
    },
    slowMs,
  );
});
