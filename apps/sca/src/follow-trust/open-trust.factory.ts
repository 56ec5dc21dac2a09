import type { Platform } from '@nordgate/service';
import {
  ocspRespondersIn,
  ocspStatusesOf,
  openRegister,
  openRevocations,
  readTogether,
  requireIssuers,
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
  const { NORDGATE_TRUST_DIR: folder, NORDGATE_OCSP_FILE: path } = settings;
  const read = await readTogether({
    register: openRegister(settings, new Date()),
    responders: ocspRespondersIn(path),
    revocations: openRevocations(folder),
  });
  const { responders, revocations } = read;
  if (path !== undefined && revocations === undefined) {
    throw new SettingsError('NORDGATE_OCSP_FILE needs NORDGATE_TRUST_DIR');
  }
  if (revocations !== undefined) requireIssuers(responders, revocations.value);
  return read;
}

/** What the site reads about TPPs while it runs. */
export function trustOf(
  { register, responders, revocations }: Awaited<ReturnType<typeof openTrust>>,
  { log }: Pick<Platform, 'log'>,
): Pick<ScaSettings, 'register' | 'revocations' | 'ocsp'> {
  const ocsp =
    revocations && ocspStatusesOf(responders, () => revocations.value, log.child({ app: 'sca' }));
  return { register, revocations, ocsp };
}
