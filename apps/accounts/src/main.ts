import { runProcessIn } from '@nordgate/service/process';
import { accountsProcess } from './accounts.module.js';

const sandbox = async () => {
  const { sandboxAccountsProcess } = await import('./sandbox/accounts.sandbox.js');
  return sandboxAccountsProcess;
};
await runProcessIn({ production: accountsProcess, sandbox }, process.env);
