import { runMigrations } from '@nordgate/service/process';
import { paymentsApp } from './payments.module.js';

await runMigrations(paymentsApp, process.env);
