import { runProcess } from '@nordgate/messaging/process';
import { paymentsProcess } from './payments.process.js';

await runProcess(paymentsProcess, process.env);
