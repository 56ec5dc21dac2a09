import { runProcess, serviceProcess } from '@nordgate/messaging/process';
import { paymentsApp } from './payments.app.js';

await runProcess(serviceProcess(paymentsApp), process.env);
