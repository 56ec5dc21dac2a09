import { AddressList, AtLeast, Optional, ProcessSettings } from '@nordgate/messaging/process';
import type { GatewaySettings } from '../gateway.settings.js';

/** The environment variables that say how the gateway's door is guarded. */
export class EdgeSettings extends ProcessSettings {
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
