import type { IdKeys } from '@nordgate/contracts/rules';
import type { IssuedPem } from '@nordgate/signature/issue';

/** What a process tells the console of the sandbox. */
export interface ConsoleSettings {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Where browsers reach the console, without a path. Default: host and port over plain HTTP. */
  readonly publicUrl?: string;
  /** Proxies whose X-Forwarded-For counts: addresses and networks with commas between them. */
  readonly trustedProxies?: string;
  /** Make the ids that TPPs know of their payments and baskets. Those of the gateway. */
  readonly ids: IdKeys;
  /** The CA of the sandbox. Without it the console makes no certificates. */
  readonly ca?: IssuedPem;
  /** Called with the address when the console listens. */
  readonly onListening: (url: string) => void;
}

/** Injection token of {@link ConsoleSettings}. */
export const CONSOLE_SETTINGS = 'nordgate.accounts.console-settings';
