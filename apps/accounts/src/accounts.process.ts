import {
  databaseUrlOf,
  readTogether,
  SecretsFolder,
  ServiceSettings,
} from '@nordgate/service/process';
import type { KeySet, ProcessDefinition } from '@nordgate/service/process';
import { runService } from '@nordgate/service';
import { accountsApp } from './accounts.app.js';

/** What accounts reads from its mounted files. */
interface AccountsFiles {
  readonly databaseUrl: string;
  readonly operatorKeys: KeySet;
}

/** The accounts service as a process, with the door for the bank's operator. */
export const accountsProcess: ProcessDefinition<ServiceSettings, AccountsFiles> = {
  name: 'accounts',
  settings: ServiceSettings,
  addresses: () => ({}),
  open: (settings) =>
    readTogether({
      databaseUrl: databaseUrlOf(settings),
      operatorKeys: new SecretsFolder(settings.NORDGATE_SECRETS_DIR).keySet('operator.json'),
    }),
  operatorKeys: ({ operatorKeys }) => operatorKeys,
  start: async ({ platform }) => {
    const service = await runService(accountsApp, platform);
    return { service, addresses: [], operate: service.operate };
  },
};
