import { runEventRestore } from '@nordgate/service/process';
import { paymentsApp } from './payments.module.js';

await runEventRestore(paymentsApp, process.env);
