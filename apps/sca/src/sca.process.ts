import { timersOf } from '@nordgate/contracts/profile';
import type { BankProfile } from '@nordgate/contracts/profile';
import {
  bankProfileOf,
  databaseUrlOf,
  OneOf,
  Optional,
  Origin,
  Path,
  Port,
  readTogether,
  SecretsFolder,
  ServiceSettings,
} from '@nordgate/service/process';
import type { KeySet, ProcessDefinition } from '@nordgate/service/process';
import { startSca } from './sca.app.js';

/** The environment variables of the SCA service's process. */
export class ScaProcessSettings extends ServiceSettings {
  @Port()
  SCA_PORT = 8081;

  @OneOf('sandbox', 'production')
  NORDGATE_ENVIRONMENT!: 'sandbox' | 'production';

  /** The bank's profile (docs/reference/bank-profile.md); without it the one that comes along. */
  @Optional()
  @Path()
  NORDGATE_PROFILE?: string;

  /** Where browsers reach the site. */
  @Optional()
  @Origin()
  SCA_PUBLIC_URL?: string;

  @Origin()
  PAYMENTS_URL!: string;

  @Origin()
  BASKETS_URL!: string;

  @Origin()
  ACCOUNTS_URL!: string;
}

/** What the SCA service reads from its mounted files. */
interface ScaFiles {
  readonly databaseUrl: string;
  readonly code: Buffer;
  readonly cookies: Buffer;
  readonly operatorKeys: KeySet;
  readonly profile: BankProfile;
}

/** The SCA service with its web site as a process. */
export const scaProcess: ProcessDefinition<ScaProcessSettings, ScaFiles> = {
  name: 'sca',
  settings: ScaProcessSettings,
  addresses: ({ PAYMENTS_URL, BASKETS_URL, ACCOUNTS_URL }) => ({
    payments: PAYMENTS_URL,
    baskets: BASKETS_URL,
    accounts: ACCOUNTS_URL,
  }),
  open: (settings) => {
    const secrets = new SecretsFolder(settings.NORDGATE_SECRETS_DIR);
    return readTogether({
      databaseUrl: databaseUrlOf(settings),
      code: secrets.key('codes.key'),
      cookies: secrets.key('cookies.key'),
      operatorKeys: secrets.keySet('operator.json'),
      profile: bankProfileOf(settings),
    });
  },
  operatorKeys: ({ operatorKeys }) => operatorKeys,
  start: async ({ settings, own, platform }) => {
    const publicUrl = settings.SCA_PUBLIC_URL;
    const sca = await startSca(platform, {
      host: settings.HOST,
      port: settings.SCA_PORT,
      environment: settings.NORDGATE_ENVIRONMENT,
      timers: timersOf(own.profile),
      appLinks: own.profile.appLinks,
      keys: { code: own.code, cookies: own.cookies },
      ...(publicUrl === undefined ? {} : { publicUrl }),
    });
    return { service: sca, operate: sca.operate, addresses: [['approval site', sca.url]] };
  },
};
