import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { releaseHostLock, takeHostLock } from './host-lock.js';
import { identityOf } from './processes.js';

const folder = mkdtempSync(join(tmpdir(), 'nordgate-lock-'));
const lock = { file: join(folder, 'host.json'), servers: 'its Kafka brokers' };
afterAll(() => rmSync(folder, { recursive: true }));

describe('the host lock of a data folder', () => {
  it('rejects a second host while the first one lives, and replaces the lock of a dead host', () => {
    takeHostLock(lock);
    expect(() => takeHostLock(lock)).toThrow(
      `${folder} is in use: process ${process.pid} runs its Kafka brokers`,
    );
    releaseHostLock(lock);
    writeFileSync(lock.file, JSON.stringify({ ...identityOf(process.pid), started: 'before' }));
    takeHostLock(lock);
    expect(() => takeHostLock(lock)).toThrow('in use');
  });
});
