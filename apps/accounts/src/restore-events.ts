import { runEventRestore } from '@nordgate/service/process';
import { accountsApp, accountsMigrations } from './accounts.module.js';

await runEventRestore({ ...accountsApp, migrations: accountsMigrations }, process.env);
