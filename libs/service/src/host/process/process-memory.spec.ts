import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const source = join(import.meta.dirname, 'process-memory.ts');
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
  const args = ['--input-type=module', '-e', program];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  found = JSON.parse(stdout) as typeof found;
});

describe('the memory of a start', () => {
  it('is given back once the process is ready', () => {
    expect(found).toMatchObject({ keptBefore: true, kept: false });
  });

  it('leaves no function behind that collects garbage', () => {
    expect(found.gc).toBe('undefined');
  });
});
