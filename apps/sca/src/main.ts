import { runProcess } from '@nordgate/messaging/process';
import { scaProcess } from './sca.process.js';

await runProcess(scaProcess, process.env);
