import { runMigrations } from '@nordgate/service/process';
import { scaMigrations } from './sca.module.js';

await runMigrations({ name: 'sca', migrations: scaMigrations }, process.env);
