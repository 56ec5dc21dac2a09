import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { decisionsChannel } from '@nordgate/messaging';
import { decisionsVariable } from './recording-environment.js';

/** Loaded before an app of a bank: writes each decision to a file of the process. */
const folder = process.env[decisionsVariable] ?? '.';
const file = join(folder, `${String(process.pid)}-${String(Date.now())}.jsonl`);
decisionsChannel.subscribe((made) => {
  // At once: a process of chaos may be killed at any moment.
  appendFileSync(file, `${JSON.stringify(made)}\n`);
});
