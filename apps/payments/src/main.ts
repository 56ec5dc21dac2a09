import { runProcess } from '@nordgate/service/process';
import { paymentsProcess } from './payments.module.js';

await runProcess(paymentsProcess, process.env);
