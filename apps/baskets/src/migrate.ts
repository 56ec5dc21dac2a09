import { runMigrations } from '@nordgate/service/process';
import { basketsMigrations } from './baskets.module.js';

await runMigrations({ name: 'baskets', migrations: basketsMigrations }, process.env);
