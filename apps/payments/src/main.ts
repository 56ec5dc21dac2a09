import { runProcess } from '@nordgate/service/process';
import { paymentsProcess } from './payments.process.js';

await runProcess(paymentsProcess, process.env);
