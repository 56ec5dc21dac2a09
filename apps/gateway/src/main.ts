import { runProcessIn } from '@nordgate/service/process';
import { gatewayProcess } from './gateway.process.js';

const sandbox = async () => {
  const { sandboxGatewayProcess } = await import('./sandbox/gateway.sandbox.js');
  return sandboxGatewayProcess;
};
await runProcessIn({ production: gatewayProcess, sandbox }, process.env);
