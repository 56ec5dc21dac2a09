import {
  AddressList,
  AtLeast,
  Optional,
  Path,
  ProcessSettings,
  SettingsFault,
} from '@nordgate/service/process';
import type { GatewaySettings } from '../gateway.settings.js';
import { readTls } from './tls.js';
import type { TlsFiles } from './tls.js';

/** The environment variables that say how the gateway's door is guarded. */
export class EdgeSettings extends ProcessSettings {
  @Optional()
  @Path()
  GATEWAY_TLS_CERT_FILE?: string;

  @Optional()
  @Path()
  GATEWAY_TLS_KEY_FILE?: string;

  @AtLeast(1)
  GATEWAY_TPP_RATE = 5000;

  @AtLeast(1)
  GATEWAY_ADDRESS_RATE = 10_000;

  @AtLeast(1)
  GATEWAY_LOOP_DELAY_MS = 500;

  @Optional()
  @AddressList()
  GATEWAY_TRUSTED_PROXIES?: string;
}

/** What the gateway makes of them. */
export function edgeOf(
  settings: EdgeSettings,
): Pick<GatewaySettings, 'rates' | 'load' | 'trustedProxies'> {
  const { GATEWAY_TRUSTED_PROXIES: trustedProxies } = settings;
  return {
    rates: { perTpp: settings.GATEWAY_TPP_RATE, perAddress: settings.GATEWAY_ADDRESS_RATE },
    load: { loopDelayMsMax: settings.GATEWAY_LOOP_DELAY_MS },
    ...(trustedProxies === undefined ? {} : { trustedProxies }),
  };
}

/** The mounted certificate and key, if the gateway shall speak TLS itself. Throws SettingsFault. */
export async function tlsFilesOf({
  GATEWAY_TLS_CERT_FILE: certificate,
  GATEWAY_TLS_KEY_FILE: key,
}: EdgeSettings): Promise<TlsFiles | undefined> {
  if (certificate === undefined && key === undefined) return undefined;
  if (certificate === undefined || key === undefined) {
    throw new SettingsFault('GATEWAY_TLS_CERT_FILE and GATEWAY_TLS_KEY_FILE go together');
  }
  await readTls({ certificate, key });
  return { certificate, key };
}
