import { runMigrations } from '@nordgate/service/process';
import { batchMigrations } from './batch.module.js';

await runMigrations({ name: 'batch', migrations: batchMigrations }, process.env);
