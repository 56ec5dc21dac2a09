import { runMigrations } from '@nordgate/service/process';
import { paymentsMigrations } from './payments.module.js';

await runMigrations({ name: 'payments', migrations: paymentsMigrations }, process.env);
