import { runMigrations } from '@nordgate/service/process';
import { basketsApp } from './baskets.module.js';

await runMigrations(basketsApp, process.env);
