import type { Platform } from '@nordgate/service';
import type { Log } from '@nordgate/telemetry';
import type { GatewaySettings } from '../gateway.settings.js';
import { StopList } from './stop-list.js';
import { TrustKeeper } from './trust-keeper.js';
import { tppTrust } from './trust-state.js';
import type { TppTrust } from './trust-state.js';

/** Whom to let in, kept up to date. */
export interface KeptTrust {
  readonly trust: TppTrust;
  /** Asks for the operator's list, which may fail. */
  firstLook(): Promise<void>;
  /** Looks at everything again and again. */
  start(): void;
  stop(): Promise<void>;
}

/** What was mounted, and the operator's list of stopped TPPs. */
export function keepTrust(
  { queries, health }: Platform,
  { environment, trust }: GatewaySettings,
  log: Log,
): KeptTrust {
  const now = () => new Date();
  const keeper = new TrustKeeper(trust, { log, now });
  const stops = new StopList({ queries, log, now });
  if (environment === 'production') health.register(stops);
  return {
    trust: tppTrust(environment, keeper, stops),
    firstLook: () => stops.look(),
    start() {
      keeper.start();
      stops.start();
    },
    async stop() {
      await Promise.all([keeper.stop(), stops.stop()]);
    },
  };
}
