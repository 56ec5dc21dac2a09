import { timersOf } from '@nordgate/contracts';
import { runService } from '@nordgate/messaging';
import {
  bankProfileOf,
  databaseUrlOf,
  OneOf,
  Optional,
  Path,
  readTogether,
  ServiceSettings,
} from '@nordgate/messaging/process';
import type { ProcessDefinition } from '@nordgate/messaging/process';
import { paymentsAppWith } from './payments.app.js';
import type { PaymentsSettings } from './payments.app.js';

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
interface PaymentsFiles extends PaymentsSettings {
  readonly databaseUrl: string;
}

/** The payments service as a process. */
export const paymentsProcess: ProcessDefinition<PaymentsProcessSettings, PaymentsFiles> = {
  name: 'payments',
  settings: PaymentsProcessSettings,
  addresses: () => ({}),
  open: (settings) =>
    readTogether({
      databaseUrl: databaseUrlOf(settings),
      timers: bankProfileOf(settings).then(timersOf),
    }),
  start: async ({ own, platform }) => ({
    service: await runService(paymentsAppWith(own), platform),
    addresses: [],
  }),
};
