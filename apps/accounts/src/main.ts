import { runProcess, serviceProcess } from '@nordgate/messaging/process';
import { accountsApp } from './accounts.app.js';

await runProcess(serviceProcess(accountsApp), process.env);
