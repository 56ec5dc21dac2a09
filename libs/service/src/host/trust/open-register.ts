import { readFile } from 'node:fs/promises';
import { Optional, Path, TextIn, WholeNumber } from '@nordgate/contracts/fields';
import type { TextForm } from '@nordgate/contracts/fields';
import { SettingsError } from '../settings/read-settings.js';
import { MountedValue } from './mounted-value.js';
import { openRegisterService } from './register-service.js';
import { registerFile } from './tpp-register.js';
import type { TppRegister } from './tpp-register.js';

/** An address without a name and password, which would end up in logs. */
const registerAddress: TextForm = {
  accepts: (text) => URL.parse(text)?.username === '',
  schema: { type: 'string', format: 'uri' },
  rule: 'address.register',
};

/** The environment variables of the register of TPPs, the same for gateway and sca. */
export interface RegisterSettings {
  readonly NORDGATE_ENVIRONMENT: 'sandbox' | 'production';
  readonly NORDGATE_TPP_REGISTER_FILE?: string;
  readonly NORDGATE_TPP_REGISTER_URL?: string;
  readonly NORDGATE_TPP_REGISTER_POLL_SECONDS: number;
  readonly NORDGATE_TPP_REGISTER_KEPT_FILE?: string;
  readonly NORDGATE_TPP_REGISTER_TOKEN_FILE?: string;
  readonly NORDGATE_TPP_REGISTER_TLS_CA_FILE?: string;
  readonly NORDGATE_TPP_REGISTER_TLS_CERT_FILE?: string;
  readonly NORDGATE_TPP_REGISTER_TLS_KEY_FILE?: string;
}

type SettingsClass = new () => { readonly NORDGATE_ENVIRONMENT: 'sandbox' | 'production' };

/** Adds the variables of the register of TPPs, and that of OCSP, to the settings of a process. */
export function withTppTrust<Base extends SettingsClass>(base: Base) {
  class TppTrustSettings extends (base as SettingsClass) implements RegisterSettings {
    /** JSON file of the register of TPPs. */
    @Optional()
    @Path()
    NORDGATE_TPP_REGISTER_FILE?: string;

    /** The service of the register, in place of the file. */
    @Optional()
    @TextIn(registerAddress)
    NORDGATE_TPP_REGISTER_URL?: string;

    /** At most half of the shortest time for which a profile lets the last good answer count. */
    @WholeNumber(5, 30)
    NORDGATE_TPP_REGISTER_POLL_SECONDS = 30;

    /** Where the last good answer of the service is kept for a restart. */
    @Optional()
    @Path()
    NORDGATE_TPP_REGISTER_KEPT_FILE?: string;

    @Optional()
    @Path()
    NORDGATE_TPP_REGISTER_TOKEN_FILE?: string;

    @Optional()
    @Path()
    NORDGATE_TPP_REGISTER_TLS_CA_FILE?: string;

    @Optional()
    @Path()
    NORDGATE_TPP_REGISTER_TLS_CERT_FILE?: string;

    @Optional()
    @Path()
    NORDGATE_TPP_REGISTER_TLS_KEY_FILE?: string;

    /** JSON file of the OCSP responders. */
    @Optional()
    @Path()
    NORDGATE_OCSP_FILE?: string;
  }
  return TppTrustSettings as unknown as new () => InstanceType<Base> & TppTrustVariables;
}

/** The variables that {@link withTppTrust} adds. */
export type TppTrustVariables = Omit<RegisterSettings, 'NORDGATE_ENVIRONMENT'> & {
  readonly NORDGATE_OCSP_FILE?: string;
};

/**
 * Opens the register of TPPs, a file or a service; undefined without either. Throws SettingsError for a file
 * that cannot be used and for settings that do not fit. A service that gives no answer is no fault here.
 */
export async function openRegister(
  settings: RegisterSettings,
  now: Date,
): Promise<MountedValue<TppRegister> | undefined> {
  const {
    NORDGATE_TPP_REGISTER_FILE: path,
    NORDGATE_TPP_REGISTER_URL: url,
    NORDGATE_TPP_REGISTER_POLL_SECONDS: seconds,
  } = settings;
  const faults = await faultsOf(settings);
  if (faults.length > 0) throw new SettingsError(faults);
  if (url !== undefined) {
    return openRegisterService(
      {
        url,
        everyMs: seconds * 1000,
        keptFile: settings.NORDGATE_TPP_REGISTER_KEPT_FILE,
        tokenFile: settings.NORDGATE_TPP_REGISTER_TOKEN_FILE,
        tlsFiles: {
          ca: settings.NORDGATE_TPP_REGISTER_TLS_CA_FILE,
          cert: settings.NORDGATE_TPP_REGISTER_TLS_CERT_FILE,
          key: settings.NORDGATE_TPP_REGISTER_TLS_KEY_FILE,
        },
      },
      now,
    );
  }
  return path === undefined ? undefined : openRegisterFile(path, now);
}

/** Opens the register as a file. Throws SettingsError for a file that cannot be used. */
export async function openRegisterFile(
  path: string,
  now: Date,
): Promise<MountedValue<TppRegister>> {
  try {
    return await MountedValue.open(registerFile(path), now);
  } catch (error) {
    throw new SettingsError(`NORDGATE_TPP_REGISTER_FILE: ${(error as Error).message}`);
  }
}

/** The variables that need the service. */
const ofService = [
  'NORDGATE_TPP_REGISTER_KEPT_FILE',
  'NORDGATE_TPP_REGISTER_TOKEN_FILE',
  'NORDGATE_TPP_REGISTER_TLS_CA_FILE',
  'NORDGATE_TPP_REGISTER_TLS_CERT_FILE',
  'NORDGATE_TPP_REGISTER_TLS_KEY_FILE',
] as const;

async function faultsOf(settings: RegisterSettings): Promise<readonly string[]> {
  const { NORDGATE_TPP_REGISTER_URL: url, NORDGATE_TPP_REGISTER_FILE: path } = settings;
  if (url === undefined) {
    const unused = ofService.filter((name) => settings[name] !== undefined);
    return unused.map((name) => `${name} needs NORDGATE_TPP_REGISTER_URL`);
  }
  const { NORDGATE_TPP_REGISTER_TLS_CERT_FILE: cert, NORDGATE_TPP_REGISTER_TLS_KEY_FILE: key } =
    settings;
  const isPair = (cert === undefined) === (key === undefined);
  return [
    ...(path === undefined
      ? []
      : ['NORDGATE_TPP_REGISTER_FILE and NORDGATE_TPP_REGISTER_URL are both set']),
    ...(mayAsk(new URL(url), settings.NORDGATE_ENVIRONMENT)
      ? []
      : ['NORDGATE_TPP_REGISTER_URL has to be https']),
    ...(isPair
      ? []
      : ['NORDGATE_TPP_REGISTER_TLS_CERT_FILE and NORDGATE_TPP_REGISTER_TLS_KEY_FILE go together']),
    ...(await unreadable(settings)),
  ];
}

const loopback = ['127.0.0.1', '[::1]', 'localhost'];

/** Plain http is for a register on the same machine, in the sandbox. */
function mayAsk({ protocol, hostname }: URL, environment: 'sandbox' | 'production'): boolean {
  if (protocol === 'https:') return true;
  return protocol === 'http:' && environment === 'sandbox' && loopback.includes(hostname);
}

async function unreadable(settings: RegisterSettings): Promise<readonly string[]> {
  const mounted = ofService.filter((name) => name !== 'NORDGATE_TPP_REGISTER_KEPT_FILE');
  const faults = mounted.map(async (name) => {
    const path = settings[name];
    if (path === undefined) return [];
    return readFile(path).then(
      () => [],
      (error: unknown) => [`${name}: ${(error as Error).message}`],
    );
  });
  return (await Promise.all(faults)).flat();
}
