import { defined } from '@nordgate/decider';
import { MountedValue } from '@nordgate/service/process';
import { openRegister, trustFolder } from '@nordgate/service/trust';
import {
  bankProfileOf,
  namedBy,
  readTogether,
  SecretsFolder,
  SettingsError,
  mountedProfile,
} from '@nordgate/service/settings';
import type { ProcessDefinition } from '@nordgate/service/process';
import type { SecretWatch } from '@nordgate/service/settings';
import { startGateway } from './gateway.app.js';
import type { GatewaySettings } from './gateway.app.js';
import { GatewayProcessSettings } from './gateway.settings.js';
import type { EdgeSettings } from './gateway.settings.js';
import { tlsFilesOf } from '@nordgate/service/edge';
import type { TlsFiles } from '@nordgate/service/edge';
import { mountedSeal } from './seal/mounted-seal.js';
import type { TrustReadings } from './trust/trust-keeper.js';

/** The settings that the process reads from mounted files, or checks beyond one variable. */
export interface GatewayFiles extends Pick<
  GatewaySettings,
  'ids' | 'links' | 'trust' | 'scaUrl' | 'profile'
> {
  readonly seal: Pick<GatewaySettings, 'responseSeal'>;
  readonly tlsFiles: TlsFiles | undefined;
  readonly databaseUrl?: never;
}

/** The reads of the files that the gateway needs in every environment. */
export function gatewayFiles(settings: GatewayProcessSettings, watch: SecretWatch) {
  const secrets = new SecretsFolder(settings.NORDGATE_SECRETS_DIR, watch);
  return {
    ids: secrets.idKeys('ids.json'),
    links: secrets.keySet('links.key'),
    trust: trustOf(settings),
    scaUrl: scaUrlOf(settings),
    profile: bankProfileOf(settings),
    seal: mountedSeal(settings, { now: () => new Date(), watch }),
    tlsFiles: tlsFilesOf('GATEWAY', settings),
  };
}

/** The settings of the gateway in its process. */
export function gatewaySettingsOf(
  settings: GatewayProcessSettings,
  { seal, tlsFiles, ...own }: GatewayFiles,
  { health }: Pick<GatewaySettings, 'health'>,
): GatewaySettings {
  return {
    host: settings.HOST,
    port: settings.GATEWAY_PORT,
    environment: settings.NORDGATE_ENVIRONMENT,
    ...own,
    ...seal,
    ...limitsOf(settings),
    ...defined({ profileSource: mountedProfile(settings) }),
    ...defined({ tlsFiles }),
    health,
  };
}

/** The gateway as a process of production. */
export const gatewayProcess: ProcessDefinition<GatewayProcessSettings, GatewayFiles> = {
  name: 'gateway',
  settings: GatewayProcessSettings,
  addresses: ({ PAYMENTS_URL, BASKETS_URL, SCA_URL, ACCOUNTS_URL, BATCH_URL }) => ({
    payments: PAYMENTS_URL,
    baskets: BASKETS_URL,
    sca: SCA_URL,
    accounts: ACCOUNTS_URL,
    batch: BATCH_URL,
  }),
  open: (settings, watch) =>
    readTogether({ ...gatewayFiles(settings, watch), console: noConsole(settings) }),
  start: async ({ settings, own, platform }) => {
    const gateway = await startGateway(platform, gatewaySettingsOf(settings, own, platform));
    return { edge: gateway, addresses: [['interface for TPPs', `${gateway.url}/v1`]] };
  },
};

async function trustOf(settings: GatewayProcessSettings): Promise<TrustReadings> {
  const source = trustFolder({
    folder: settings.NORDGATE_TRUST_DIR,
    always: [],
    revocationPolicy: settings.NORDGATE_ENVIRONMENT === 'production' ? 'required' : 'optional',
    ocspFile: settings.NORDGATE_OCSP_FILE,
  });
  const store = namedBy('NORDGATE_TRUST_DIR', MountedValue.open(source, new Date()));
  return readTogether({ store, register: registerIn(settings) });
}

async function registerIn(settings: GatewayProcessSettings): Promise<TrustReadings['register']> {
  const register = await openRegister(settings, new Date());
  if (register !== undefined || settings.NORDGATE_ENVIRONMENT === 'sandbox') return register;
  throw new SettingsError(
    'NORDGATE_TPP_REGISTER_FILE or NORDGATE_TPP_REGISTER_URL is required in production',
  );
}

async function scaUrlOf(settings: GatewayProcessSettings): Promise<string> {
  const { origin, protocol } = new URL(settings.SCA_PUBLIC_URL);
  if (settings.NORDGATE_ENVIRONMENT === 'production' && protocol !== 'https:') {
    throw new SettingsError('SCA_PUBLIC_URL has to be https in production');
  }
  return Promise.resolve(origin);
}

/** Throws SettingsError for a console. */
async function noConsole({ CONSOLE_PUBLIC_URL: url }: GatewayProcessSettings): Promise<void> {
  if (url !== undefined) throw new SettingsError('CONSOLE_PUBLIC_URL: production has no console');
  return Promise.resolve();
}

/** The connections, rates, load limits and trusted proxies of the gateway. */
export function limitsOf(
  settings: EdgeSettings,
): Pick<GatewaySettings, 'limits' | 'rates' | 'load' | 'trustedProxies' | 'peersName'> {
  return {
    limits: { connectionsPerAddressMax: settings.GATEWAY_ADDRESS_CONNECTIONS },
    rates: {
      perTpp: settings.GATEWAY_TPP_RATE,
      perAddress: settings.GATEWAY_ADDRESS_RATE,
      sandboxWritesPerTpp: settings.GATEWAY_SANDBOX_WRITE_RATE,
    },
    load: { loopDelayMsMax: settings.GATEWAY_LOOP_DELAY_MS },
    ...defined({
      trustedProxies: settings.GATEWAY_TRUSTED_PROXIES,
      peersName: settings.GATEWAY_PEERS_NAME,
    }),
  };
}
