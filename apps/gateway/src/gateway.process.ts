import {
  bankProfileOf,
  OneOf,
  Optional,
  Origin,
  Path,
  Port,
  readTogether,
  SecretsFolder,
  SettingsFault,
} from '@nordgate/service/process';
import type { KeySet, ProcessDefinition } from '@nordgate/service/process';
import { startGateway } from './gateway.app.js';
import type { GatewaySettings } from './gateway.settings.js';
import { edgeOf, EdgeSettings, tlsFilesOf } from './guard/edge-settings.js';
import type { TlsFiles } from './guard/tls.js';
import { mountedSeal } from './seal/mounted-seal.js';
import { KeptReading } from './trust/kept-reading.js';
import { registerFile } from './trust/register-file.js';
import { trustFolder } from './trust/trust-folder.js';
import type { TrustReadings } from './trust/trust-keeper.js';

/** The environment variables of the gateway's process. */
export class GatewayProcessSettings extends EdgeSettings {
  @Port()
  GATEWAY_PORT = 8080;

  @OneOf('sandbox', 'production')
  NORDGATE_ENVIRONMENT!: 'sandbox' | 'production';

  /** The bank's profile (docs/reference/bank-profile.md); without it the one that comes along. */
  @Optional()
  @Path()
  NORDGATE_PROFILE?: string;

  /** Where browsers reach the approval site, for links. */
  @Origin()
  SCA_PUBLIC_URL!: string;

  /** Folder of the CA certificates that TPPs are trusted by, and of their revocation lists. */
  @Path()
  NORDGATE_TRUST_DIR!: string;

  /** JSON file of the register of TPPs; production needs one. */
  @Optional()
  @Path()
  NORDGATE_TPP_REGISTER_FILE?: string;

  @Origin()
  PAYMENTS_URL!: string;

  @Origin()
  BASKETS_URL!: string;

  @Origin()
  SCA_URL!: string;

  @Origin()
  ACCOUNTS_URL!: string;

  /** PEM of the seal's certificate, and of those that issued it; answers are sealed with it. */
  @Optional()
  @Path()
  RESPONSE_SEAL_CERT_FILE?: string;

  @Optional()
  @Path()
  RESPONSE_SEAL_KEY_FILE?: string;
}

/** What the gateway reads from its mounted files and, of its settings, what needs more than a rule. */
interface GatewayFiles extends Pick<
  GatewaySettings,
  'ids' | 'linkKey' | 'trust' | 'scaUrl' | 'profile'
> {
  readonly seal: Pick<GatewaySettings, 'responseSeal'>;
  readonly tlsFiles: TlsFiles | undefined;
  readonly databaseUrl?: never;
}

/** The gateway as a process. */
export const gatewayProcess: ProcessDefinition<GatewayProcessSettings, GatewayFiles> = {
  name: 'gateway',
  settings: GatewayProcessSettings,
  addresses: ({ PAYMENTS_URL, BASKETS_URL, SCA_URL, ACCOUNTS_URL }) => ({
    payments: PAYMENTS_URL,
    baskets: BASKETS_URL,
    sca: SCA_URL,
    accounts: ACCOUNTS_URL,
  }),
  open: (settings) => {
    const secrets = new SecretsFolder(settings.NORDGATE_SECRETS_DIR);
    return readTogether({
      ids: secrets.keySet('ids.json').then(withLetters),
      linkKey: secrets.keyObject('links.key'),
      trust: trustOf(settings),
      scaUrl: scaUrlOf(settings),
      profile: bankProfileOf(settings),
      seal: mountedSeal(settings, new Date()),
      tlsFiles: tlsFilesOf(settings),
    });
  },
  start: async ({ settings, own: { seal, tlsFiles, ...own }, platform, telemetry }) => {
    const gateway = await startGateway(platform, {
      host: settings.HOST,
      port: settings.GATEWAY_PORT,
      environment: settings.NORDGATE_ENVIRONMENT,
      ...own,
      ...seal,
      ...edgeOf(settings),
      ...(tlsFiles === undefined ? {} : { tlsFiles }),
      health: platform.health,
      telemetry,
    });
    return { edge: gateway, addresses: [['interface for TPPs', `${gateway.url}/v1`]] };
  },
};

/** The name of an id key is the first letter of the ids that it makes. */
function withLetters(ids: KeySet): KeySet {
  const name = Object.keys(ids.keys).find((one) => !/^[A-Za-z0-9]$/.test(one));
  if (name === undefined) return ids;
  throw new SettingsFault(`NORDGATE_SECRETS_DIR: ids.json: ${name} is not one letter`);
}

function trustOf(settings: GatewayProcessSettings): Promise<TrustReadings> {
  const source = trustFolder({
    folder: settings.NORDGATE_TRUST_DIR,
    always: [],
    revocationPolicy: settings.NORDGATE_ENVIRONMENT === 'production' ? 'required' : 'optional',
  });
  const store = faultOf('NORDGATE_TRUST_DIR', KeptReading.open(source, new Date()));
  return readTogether({ store, register: registerIn(settings) });
}

async function registerIn(settings: GatewayProcessSettings): Promise<TrustReadings['register']> {
  const { NORDGATE_TPP_REGISTER_FILE: path, NORDGATE_ENVIRONMENT: environment } = settings;
  const setting = 'NORDGATE_TPP_REGISTER_FILE';
  if (path !== undefined) {
    return faultOf(setting, KeptReading.open(registerFile(path), new Date()));
  }
  if (environment === 'sandbox') return undefined;
  throw new SettingsFault(`${setting} is required in production`);
}

async function faultOf<T>(setting: string, reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    throw new SettingsFault(`${setting}: ${(error as Error).message}`);
  }
}

async function scaUrlOf(settings: GatewayProcessSettings): Promise<string> {
  const { origin, protocol } = new URL(settings.SCA_PUBLIC_URL);
  if (settings.NORDGATE_ENVIRONMENT === 'production' && protocol !== 'https:') {
    throw new SettingsFault('SCA_PUBLIC_URL has to be https in production');
  }
  return Promise.resolve(origin);
}
