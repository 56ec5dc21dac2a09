import type { BatchEvent } from '@nordgate/contracts/events';
import { runEventRestore } from '@nordgate/service/process';
import { batchMigrations, batchStreams } from './batch.module.js';
import { restoredRows } from './restored.rows.js';

await runEventRestore(
  {
    ...{ name: 'batch', streams: batchStreams, migrations: batchMigrations },
    events: 'batch.events.v1',
    restoredRows: (stream, event) => restoredRows(stream, event as BatchEvent),
  },
  process.env,
);
