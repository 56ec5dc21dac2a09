import { HttpAddress, Optional, Path } from '@nordgate/contracts/fields';
import { readsOf } from '@nordgate/contracts/profile';
import type { OutsideService } from '@nordgate/service';
import {
  bankProfileOf,
  ServiceSettings,
  SettingsError,
  watchAuthorities,
  watchCertificate,
  watchFiles,
} from '@nordgate/service/settings';
import type { SecretWatch } from '@nordgate/service/settings';

/** The environment variables of the core's API for reads (docs/how-to/let-tpps-read-the-core.md). */
export class CoreReadSettings extends ServiceSettings {
  /** The bank's profile (docs/reference/bank-profile.md); default: the built-in one. */
  @Optional()
  @Path()
  NORDGATE_PROFILE?: string;

  /** The address of the API, for a profile with `accounts.read: core`. */
  @Optional()
  @HttpAddress()
  CORE_READ_URL?: string;

  /** File with the bearer token of the bank. */
  @Optional()
  @Path()
  CORE_READ_TOKEN_FILE?: string;

  @Optional()
  @Path()
  CORE_READ_TLS_CA_FILE?: string;

  @Optional()
  @Path()
  CORE_READ_TLS_CERT_FILE?: string;

  @Optional()
  @Path()
  CORE_READ_TLS_KEY_FILE?: string;
}

const files = [
  'CORE_READ_TOKEN_FILE',
  'CORE_READ_TLS_CA_FILE',
  'CORE_READ_TLS_CERT_FILE',
  'CORE_READ_TLS_KEY_FILE',
] as const;

/**
 * The core whose books TPPs read; undefined where the profile says that they read the copy. Its files are read again when they
 * change. Throws SettingsError for settings that do not fit the profile, and for files that cannot be used.
 */
export async function coreServiceOf(
  settings: CoreReadSettings,
  watch: SecretWatch,
): Promise<OutsideService | undefined> {
  // Who reads the profile reports that it cannot be used.
  const profile = await bankProfileOf(settings).catch(() => undefined);
  if (profile === undefined) return undefined;
  const { CORE_READ_URL: url } = settings;
  if (readsOf(profile) === 'copy') {
    const unused = (['CORE_READ_URL', ...files] as const).filter(
      (name) => settings[name] !== undefined,
    );
    if (unused.length === 0) return undefined;
    throw new SettingsError(
      unused.map((name) => `${name} needs accounts.read: core in the profile`),
    );
  }
  if (url === undefined) {
    throw new SettingsError('CORE_READ_URL is missing: the profile has accounts.read: core');
  }
  return { ...addressOf(url, settings), ...(await filesOf(settings, watch)) };
}

const loopback = ['127.0.0.1', '[::1]', 'localhost'];

function addressOf(
  url: string,
  { NORDGATE_ENVIRONMENT: environment }: CoreReadSettings,
): Pick<OutsideService, 'origin' | 'base'> {
  const { protocol, hostname, origin, pathname, search, hash, username } = new URL(url);
  if (search !== '' || hash !== '' || username !== '') {
    throw new SettingsError('CORE_READ_URL: an address has no user, query or fragment');
  }
  // Plain http is for a core on the same machine, in the sandbox.
  const isNear = environment === 'sandbox' && loopback.includes(hostname);
  if (protocol !== 'https:' && !isNear) throw new SettingsError('CORE_READ_URL has to be https');
  return { origin, base: pathname.endsWith('/') ? pathname.slice(0, -1) : pathname };
}

async function filesOf(
  settings: CoreReadSettings,
  watch: SecretWatch,
): Promise<Pick<OutsideService, 'token' | 'ca' | 'client'>> {
  const {
    CORE_READ_TOKEN_FILE: tokenFile,
    CORE_READ_TLS_CA_FILE: caFile,
    CORE_READ_TLS_CERT_FILE: certFile,
    CORE_READ_TLS_KEY_FILE: keyFile,
  } = settings;
  const [ca, client, token] = await Promise.all([
    watchAuthorities(watch, 'CORE_READ_TLS_CA_FILE', caFile),
    watchCertificate(
      watch,
      ['CORE_READ_TLS_CERT_FILE', certFile],
      ['CORE_READ_TLS_KEY_FILE', keyFile],
    ),
    tokenFile === undefined
      ? undefined
      : watchFiles(
          watch,
          { CORE_READ_TOKEN_FILE: tokenFile },
          { read: ({ CORE_READ_TOKEN_FILE: text }) => tokenIn(text) },
        ),
  ]);
  return { ca, client, token };
}

/** What a header can have (RFC 6750, section 2.1). */
function tokenIn(text: string): string {
  if (/^[\w.~+/-]+=*$/u.test(text)) return text;
  throw new SettingsError('CORE_READ_TOKEN_FILE: it is no bearer token');
}
