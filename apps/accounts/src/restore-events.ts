import { runEventRestore } from '@nordgate/service/process';
import { accountsAppWith, accountsMigrations } from './accounts.module.js';

await runEventRestore({ ...accountsAppWith(), migrations: accountsMigrations }, process.env);
