import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { appHeapIn, heapOptions } from './child-program.js';

/** Prints how large the space of young objects was at the start and after objects that stayed in use, MiB. */
const program = `
  const { getHeapSpaceStatistics } = require('node:v8');
  const young = () => getHeapSpaceStatistics().find((one) => one.space_name === 'new_space').space_size / 2 ** 20;
  const sizes = [young()];
  const used = [];
  for (let made = 0; made < 2_000_000; made += 1) used.push({ made });
  console.log(JSON.stringify([...sizes, young()]));
`;

async function sizesWith(options: readonly string[]): Promise<readonly number[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [...options, '-e', program]);
  return JSON.parse(stdout) as readonly number[];
}

describe('the space of young objects in a bank on one machine', () => {
  it('has 16 MiB from the start and two times 32 MiB at most, whatever the machine has', async () => {
    expect(await sizesWith(heapOptions)).toEqual([16, 64]);
  });

  it('has two times 4 MiB at most where several processes share the machine', async () => {
    const [first, grown = Infinity] = await sizesWith(appHeapIn({}));
    expect(first).toBe(1);
    expect(grown).toBeGreaterThan(2);
    // While V8 collects, the space may have some pages more. The next larger space has 16.
    expect(grown).toBeLessThan(12);
  });

  it('is that of one process where processes live for seconds', () => {
    expect(appHeapIn({ NORDGATE_SHORT_RUN: '1' })).toBe(heapOptions);
    expect(appHeapIn({ NORDGATE_SHORT_RUN: '0' })).not.toBe(heapOptions);
  });
});
