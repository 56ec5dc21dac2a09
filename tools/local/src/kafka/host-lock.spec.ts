import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { releaseHostLock, takeHostLock } from './host-lock.js';
import { kafkaFolder } from './kafka-folder.js';
import { identityOf } from './process-identity.js';

const folder = kafkaFolder(mkdtempSync(join(tmpdir(), 'nordgate-lock-')));
afterAll(() => rmSync(folder.root, { recursive: true }));

it('leaves a folder to the living process that has it, and takes over from a dead one', () => {
  takeHostLock(folder);
  expect(() => takeHostLock(folder)).toThrow(`in use: process ${process.pid}`);
  releaseHostLock(folder);
  writeFileSync(folder.host, JSON.stringify({ ...identityOf(process.pid), started: 'before' }));
  takeHostLock(folder);
  expect(() => takeHostLock(folder)).toThrow('in use');
});
