import { runProcess } from '@nordgate/service/process';
import { accountsProcess } from './accounts.process.js';

await runProcess(accountsProcess, process.env);
