import { runMigrations } from '@nordgate/service/process';
import { accountsMigrations } from './accounts.module.js';

await runMigrations({ name: 'accounts', migrations: accountsMigrations }, process.env);
