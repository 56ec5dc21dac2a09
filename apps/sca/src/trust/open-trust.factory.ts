import type { Platform } from '@nordgate/service';
import {
  namedBy,
  ocspStatusesOf,
  openRegister,
  openRevocations,
  readTogether,
  SettingsError,
} from '@nordgate/service/process';
import type { RegisterSettings } from '@nordgate/service/process';
import type { ScaSettings } from '../sca.settings.js';

interface TrustSettings extends RegisterSettings {
  readonly NORDGATE_TRUST_DIR?: string;
  readonly NORDGATE_OCSP_FILE?: string;
}

/**
 * Opens the register of TPPs, and the CAs of the TPPs with their lists and responders. Throws SettingsError with
 * every fault of the settings and files.
 */
export async function openTrust(settings: TrustSettings) {
  const { NORDGATE_TRUST_DIR: folder, NORDGATE_OCSP_FILE: ocspFile } = settings;
  const isPair = ocspFile === undefined || folder !== undefined;
  return readTogether({
    register: openRegister(settings, new Date()),
    revocations: isPair
      ? namedBy('NORDGATE_TRUST_DIR', openRevocations({ folder, ocspFile }))
      : Promise.reject(new SettingsError('NORDGATE_OCSP_FILE needs NORDGATE_TRUST_DIR')),
  });
}

/** What the site reads about TPPs while it runs. */
export function trustOf(
  { register, revocations }: Pick<ScaSettings, 'register' | 'revocations'>,
  { log }: Pick<Platform, 'log'>,
): Pick<ScaSettings, 'register' | 'revocations' | 'ocsp'> {
  if (revocations?.value.responders === undefined) return { register, revocations };
  const responders = () => revocations.value.responders ?? [];
  const ocsp = ocspStatusesOf(responders, () => revocations.value, log.child({ app: 'sca' }));
  return { register, revocations, ocsp };
}
