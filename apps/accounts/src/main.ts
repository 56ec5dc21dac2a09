import { runProcess } from '@nordgate/messaging/process';
import { accountsProcess } from './accounts.process.js';

await runProcess(accountsProcess, process.env);
