import { runProcess } from '@nordgate/service/process';
import { scaProcess } from './sca.process.js';

await runProcess(scaProcess, process.env);
