import { runProcess } from '@nordgate/service/process';
import { basketsProcess } from './baskets.module.js';

await runProcess(basketsProcess, process.env);
