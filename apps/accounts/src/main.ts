import { runProcess } from '@nordgate/service/process';
import { accountsProcess } from './accounts.module.js';

await runProcess(accountsProcess, process.env);
