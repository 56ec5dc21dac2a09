import { runMigrations } from '@nordgate/service/process';
import { scaApp } from './sca.module.js';

await runMigrations(scaApp, process.env);
