import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { identityOf, isRunning, readIdentity } from './process-identity.js';

it('knows a running process again, and no other under its number', () => {
  const me = identityOf(process.pid);
  if (!me) throw new Error('this process is not found');
  expect(isRunning(me)).toBe(true);
  expect(isRunning({ ...me, started: 'at another time' })).toBe(false);
  expect(identityOf(2 ** 30)).toBeUndefined();
});

it('reads nothing out of a file that is missing or cut short', () => {
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
