import { AddressList, Optional, Origin, OriginList, Path } from '@nordgate/contracts/fields';
import { defined } from '@nordgate/decider';
import { SettingsError, watchCertificate } from '@nordgate/service/settings';
import type { SecretsFolder, SecretWatch } from '@nordgate/service/settings';
import type { IssuedPem } from '@nordgate/signature/issue';
import { AccountsProcessSettings } from '../../accounts.module.js';
import type { ConsoleSettings } from './console.settings.js';

/** The environment variables of the console of a sandbox. */
export class ConsoleProcessSettings extends AccountsProcessSettings {
  /** Where browsers reach the console. */
  @Optional()
  @Origin()
  CONSOLE_PUBLIC_URL?: string;

  /** Proxies in front of the console; only their X-Forwarded-For counts. */
  @Optional()
  @AddressList()
  CONSOLE_TRUSTED_PROXIES?: string;

  /** The CA of the sandbox, which signs test certificates. */
  @Optional()
  @Path()
  CONSOLE_CA_CERT_FILE?: string;

  @Optional()
  @Path()
  CONSOLE_CA_KEY_FILE?: string;

  /** The internal addresses of all gateways. */
  @Optional()
  @OriginList()
  GATEWAY_URLS?: string;

  @Optional()
  @Origin()
  PAYMENTS_URL?: string;

  @Optional()
  @Origin()
  BASKETS_URL?: string;
}

/** The console as the settings and mounted files describe it. */
export type ConsoleFiles = Omit<ConsoleSettings, 'onListening'>;

/** Reads what the console needs; undefined without a console. Throws SettingsError. */
export async function consoleOf(
  settings: ConsoleProcessSettings,
  { secrets, watch }: { readonly secrets: SecretsFolder; readonly watch: SecretWatch },
): Promise<ConsoleFiles | undefined> {
  const { HOST: host, CONSOLE_PORT: port, CONSOLE_PUBLIC_URL: publicUrl } = settings;
  if (port === undefined) return undefined;
  for (const name of ['GATEWAY_URLS', 'PAYMENTS_URL', 'BASKETS_URL'] as const) {
    if (settings[name] === undefined) throw new SettingsError(`CONSOLE_PORT needs ${name}`);
  }
  return {
    host,
    port,
    ids: await secrets.idKeys('ids.json'),
    ...defined({
      publicUrl: publicUrl && new URL(publicUrl).origin,
      trustedProxies: settings.CONSOLE_TRUSTED_PROXIES,
      ca: await caOf(settings, watch),
    }),
  };
}

/** The internal addresses of the services that the console queries; none without a console. */
export function consoleAddresses(settings: ConsoleProcessSettings): Readonly<{
  payments?: string;
  baskets?: string;
}> {
  const { CONSOLE_PORT: port, PAYMENTS_URL: payments, BASKETS_URL: baskets } = settings;
  if (port === undefined || payments === undefined || baskets === undefined) return {};
  return { payments, baskets };
}

/** The internal addresses of the gateways; none without a console. */
export function gatewayAddresses({
  CONSOLE_PORT: port,
  GATEWAY_URLS: urls = '',
}: ConsoleProcessSettings): readonly string[] {
  if (port === undefined) return [];
  return urls.split(',').map((one) => one.trim());
}

async function caOf(
  { CONSOLE_CA_CERT_FILE: certFile, CONSOLE_CA_KEY_FILE: keyFile }: ConsoleProcessSettings,
  watch: SecretWatch,
): Promise<IssuedPem | undefined> {
  const mounted = await watchCertificate(
    watch,
    ['CONSOLE_CA_CERT_FILE', certFile],
    ['CONSOLE_CA_KEY_FILE', keyFile],
  );
  if (mounted === undefined) return undefined;
  return {
    get certificate() {
      return mounted.value.cert;
    },
    get key() {
      return mounted.value.key;
    },
  };
}
