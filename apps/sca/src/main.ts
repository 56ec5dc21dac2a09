import { runProcessIn } from '@nordgate/service/process';
import { scaProcess } from './sca.process.js';

const sandbox = async () => {
  const { sandboxScaProcess } = await import('./sandbox/sca.sandbox.js');
  return sandboxScaProcess;
};
await runProcessIn({ production: scaProcess, sandbox }, process.env);
