import { runProcess } from '@nordgate/messaging/process';
import { gatewayProcess } from './gateway.process.js';

await runProcess(gatewayProcess, process.env);
