import type { BankProfile } from '@nordgate/contracts/profile';
import { runService } from '@nordgate/service';
import {
  bankProfileOf,
  databaseUrlOf,
  OneOf,
  Optional,
  Path,
  readTogether,
  SecretsFolder,
  ServiceSettings,
} from '@nordgate/service/process';
import type { KeySet, ProcessDefinition } from '@nordgate/service/process';
import { paymentsAppWith } from './payments.app.js';

/** The environment variables of the payments service's process. */
export class PaymentsProcessSettings extends ServiceSettings {
  @OneOf('sandbox', 'production')
  NORDGATE_ENVIRONMENT!: 'sandbox' | 'production';

  /** The bank's profile (docs/reference/bank-profile.md); without it the one that comes along. */
  @Optional()
  @Path()
  NORDGATE_PROFILE?: string;
}

/** What payments reads from its mounted files. */
interface PaymentsFiles {
  readonly databaseUrl: string;
  readonly profile: BankProfile;
  readonly operatorKeys: KeySet;
}

/** The payments service as a process, with a door for the bank's operator. */
export const paymentsProcess: ProcessDefinition<PaymentsProcessSettings, PaymentsFiles> = {
  name: 'payments',
  settings: PaymentsProcessSettings,
  addresses: () => ({}),
  open: (settings) =>
    readTogether({
      databaseUrl: databaseUrlOf(settings),
      profile: bankProfileOf(settings),
      operatorKeys: new SecretsFolder(settings.NORDGATE_SECRETS_DIR).keySet('operator.json'),
    }),
  operatorKeys: ({ operatorKeys }) => operatorKeys,
  start: async ({ own, platform }) => {
    const service = await runService(paymentsAppWith(own.profile), platform);
    return { service, addresses: [], operate: service.operate };
  },
};
