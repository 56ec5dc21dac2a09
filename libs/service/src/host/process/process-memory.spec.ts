import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const source = join(import.meta.dirname, 'process-memory.ts');
/** Runs a program as a separate process. What it prints is JSON. */
async function printedBy(program: string, ...options: readonly string[]): Promise<unknown> {
  const args = [...options, '--input-type=module', '-e', program];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout);
}

/** A weak reference keeps its object until the end of the turn in which it was made. */
const program = `
import { setImmediate as nextTurn } from 'node:timers/promises';
import { runInNewContext } from 'node:vm';
import { releaseStartMemory } from ${JSON.stringify(source)};
const before = new WeakRef({ parsed: Array.from({ length: 1000 }, (_, n) => ({ n })) });
await nextTurn();
const isKept = () => before.deref() !== undefined;
const keptBefore = isKept();
await nextTurn();
releaseStartMemory();
console.log(JSON.stringify({ keptBefore, kept: isKept(), gc: runInNewContext('typeof gc') }));
`;

/** What a process finds around its release. The heap of a worker of tests would take seconds to collect. */
let found: { readonly keptBefore: boolean; readonly kept: boolean; readonly gc: string };
beforeAll(async () => {
  found = (await printedBy(program)) as typeof found;
});

describe('the memory of a start', () => {
  it('is given back once the process is ready', () => {
    expect(found).toMatchObject({ keptBefore: true, kept: false });
  });

  it('leaves no function behind that collects garbage', () => {
    expect(found.gc).toBe('undefined');
  });
});

/** How many bytes became old while objects were made that nobody keeps, at a place whose objects of before are kept. */
const agingProgram = (preparation: string) => `
import { getHeapSpaceStatistics } from 'node:v8';
import { collectYoungInOneThread, makeObjectsYoung } from ${JSON.stringify(source)};
collectYoungInOneThread();
${preparation}
const oldBytes = () => getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space').space_used_size;
const made = (n) => ({ n, of: [n, n] });
const kept = new Array(400_000);
let last;
let aged = 0;
for (let round = 0; round < 12 && aged < 2_000_000; round += 1) {
  for (let n = 0; n < 2 * kept.length; n += 1) kept[n % kept.length] = made(n);
  // What is kept is old by then, so nothing else becomes old meanwhile.
  gc({ type: 'minor' });
  gc({ type: 'minor' });
  const before = oldBytes();
  for (let n = 0; n < 50_000; n += 1) last = made(n);
  aged = Math.max(aged, oldBytes() - before);
}
console.log(JSON.stringify({ last: last.n, aged }));
`;

describe('an object that nobody keeps', () => {
  /** In one thread, V8 decides alike in each run. */
  const options = ['--single-threaded', '--expose-gc'];
  const aged = async (preparation: string) =>
    ((await printedBy(agingProgram(preparation), ...options)) as { readonly aged: number }).aged;

  it('stays young where those that were made at the same place are kept', async () => {
    expect(await aged('makeObjectsYoung();')).toBeLessThan(1_000_000);
    expect(await aged('')).toBeGreaterThanOrEqual(2_000_000);
  });
});
