import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endStray, identityOf, isRunning, readIdentity, workingDirectoryOf } from './processes.js';

describe('the identity of a process', () => {
  it('recognises a running process and no other process with its number', () => {
    const me = identityOf(process.pid);
    if (!me) throw new Error('this process is not found');
    expect(isRunning(me)).toBe(true);
    expect(isRunning({ ...me, started: 'at another time' })).toBe(false);
  });

  it('is undefined for a number that no process has', () => {
    expect(identityOf(2 ** 30)).toBeUndefined();
    expect(workingDirectoryOf(2 ** 30)).toBeUndefined();
  });

  it('is undefined when its file is missing or cut short', () => {
    const folder = mkdtempSync(join(tmpdir(), 'nordgate-identity-'));
    try {
      const path = join(folder, 'process.json');
      expect(readIdentity(path)).toBeUndefined();
      writeFileSync(path, '{"pid":');
      expect(readIdentity(path)).toBeUndefined();
      writeFileSync(path, '{"pid":1,"started":"then"}');
      expect(readIdentity(path)).toEqual({ pid: 1, started: 'then' });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('a server that outlived its host', () => {
  let child: ChildProcess;
  beforeEach(async () => {
    const program =
      "process.on('SIGTERM', () => undefined); process.send('up'); setInterval(() => 0, 1000)";
    child = spawn(process.execPath, ['-e', program], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    await once(child, 'message');
  });
  afterEach(() => {
    child.kill('SIGKILL');
  });

  const stray = () => {
    const identity = identityOf(child.pid ?? 0);
    if (!identity) throw new Error('the child does not run');
    return identity;
  };

  it('is ended by the next signal when it ignores the first one', async () => {
    const said: string[] = [];
    const steps = [
      { signal: 'SIGTERM', waitMs: 100 },
      { signal: 'SIGKILL', waitMs: 10_000 },
    ] as const;
    await endStray('the child', stray(), steps, (line) => said.push(line));
    expect(identityOf(child.pid ?? 0)).toBeUndefined();
    expect(said).toEqual([
      `the child (pid ${child.pid}) outlived its host; asking it to shut down`,
      `the child (pid ${child.pid}) has shut down`,
    ]);
  });

  it('is reported as an error when it does not end', async () => {
    const ending = endStray('the child', stray(), [{ signal: 'SIGTERM', waitMs: 50 }], () => 0);
    await expect(ending).rejects.toThrow(`the child (pid ${child.pid}) does not shut down`);
  });
});
