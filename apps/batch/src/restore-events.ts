import { runEventRestore } from '@nordgate/service/process';
import { restoredBatch } from './restored.rows.js';

await runEventRestore(restoredBatch, process.env);
