import { sandboxAccountsOf, withConsole } from '@nordgate/accounts/accounts.sandbox';
import { readsOf } from '@nordgate/contracts/profile';
import type { HistoryUntil } from '@nordgate/accounts/known-days';
import type { BankProfile } from '@nordgate/contracts/profile';
import type { IdKeys } from '@nordgate/contracts/rules';
import type { ServiceDefinition } from '@nordgate/service';
import { SettingsError } from '@nordgate/service/settings';
import type { IssuedPem } from '@nordgate/signature/issue';
import type { Config } from './config.js';

/** What accounts and its console are made of. */
interface AccountsParts {
  readonly config: Pick<Config, 'HOST' | 'CONSOLE_PORT'>;
  readonly profile: BankProfile;
  readonly ids: IdKeys;
  /** The CA of the sandbox, which signs test certificates. */
  readonly ca: IssuedPem;
  /** The transactions of the known state. Default: a year of them. */
  readonly historyUntil?: HistoryUntil | undefined;
}

/** Accounts of a sandbox with the console for TPP developers. */
export class SandboxAccounts {
  readonly app: ServiceDefinition;
  private url = '';

  constructor({ config, profile, ids, ca, historyUntil }: AccountsParts) {
    if (readsOf(profile) === 'core') {
      throw new SettingsError('NORDGATE_PROFILE: accounts.read: core needs npm run start:kafka');
    }
    const app = sandboxAccountsOf(profile, { historyUntil });
    const { HOST: host, CONSOLE_PORT: port } = config;
    const onListening = (url: string) => void (this.url = url);
    this.app = withConsole(app, { host, port, ids, ca, onListening });
  }

  /** Where the console listens, once the app has started. */
  get consoleUrl(): string {
    return this.url;
  }
}
