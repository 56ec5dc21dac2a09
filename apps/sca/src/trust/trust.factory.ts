import type { Platform, RunningWork } from '@nordgate/service';
import { Poll } from '@nordgate/service/process';
import { ocspStatusesOf, openRegister, openRevocations } from '@nordgate/service/trust';
import { namedBy, readTogether, SettingsError } from '@nordgate/service/settings';
import type { MountedValue } from '@nordgate/service/process';
import type { RegisterSettings, TppRegister } from '@nordgate/service/trust';
import { attributeNames, instrumentsOf } from '@nordgate/telemetry';
import type { Log } from '@nordgate/telemetry';
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

/** Between two looks. A service is asked less often than that, at the interval of its settings. */
const followTrustMs = 5000;

/**
 * Follows what is asked of services about TPPs, so that no page waits for it: a register that is not a file, and
 * the status of certificates by OCSP. Resolves when the register has been asked once.
 */
export async function followTrust(
  { register, ocsp }: Pick<ScaSettings, 'register' | 'ocsp'>,
  { log, health }: Pick<Platform, 'log' | 'health'>,
): Promise<RunningWork> {
  const look =
    register?.isRemote === true ? lookOf(register, log.child({ app: 'sca' })) : undefined;
  const poll = look && new Poll(look, followTrustMs);
  if (ocsp !== undefined) health.register(ocsp);
  await look?.();
  poll?.start();
  ocsp?.start();
  return {
    async stop() {
      await Promise.all([poll?.stop(), ocsp?.stop()]);
    },
  };
}

function lookOf(register: MountedValue<TppRegister>, log: Log): () => Promise<void> {
  const source = 'register';
  let trouble: string | undefined;
  return async () => {
    const result = await register.look(new Date());
    const isFaulty = result.is === 'faulty';
    instrumentsOf().trustFaults.record(isFaulty ? 1 : 0, { [attributeNames.trustSource]: source });
    if (isFaulty) {
      const { fault, isNews } = result;
      if (isNews)
        log.error({ source, fault }, 'Trust material cannot be used. The last good stays.');
      return;
    }
    if (result.trouble !== undefined && result.trouble !== trouble) {
      log.warn({ source, fault: result.trouble }, 'Trust material is good, but not all is well.');
    }
    trouble = result.trouble;
  };
}
