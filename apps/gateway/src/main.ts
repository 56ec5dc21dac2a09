import { runProcess } from '@nordgate/service/process';
import { gatewayProcess } from './gateway.process.js';

await runProcess(gatewayProcess, process.env);
