import { runProcess } from '@nordgate/service/process';
import { scaProcess } from './sca.module.js';

await runProcess(scaProcess, process.env);
