import { runProcess } from '@nordgate/service/process';
import { batchProcess } from './batch.module.js';

await runProcess(batchProcess, process.env);
