import type { RunningWork } from '@nordgate/service';
import { Poll } from '@nordgate/service/process';
import { attributeNames, instrumentsOf } from '@nordgate/telemetry';
import type { Log } from '@nordgate/telemetry';
import type { ScaSettings } from '../sca.settings.js';

/** Between two looks. A service is asked less often than that, at the interval of its settings. */
const followTrustMs = 5000;

/** Follows a register of TPPs that is a service, so that no page waits for it. */
export function followTrust(
  { register }: Pick<ScaSettings, 'register'>,
  log: Log,
): RunningWork | undefined {
  if (register === undefined || !register.isRemote) return undefined;
  const source = 'register';
  let trouble: string | undefined;
  const poll = new Poll(async () => {
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
  }, followTrustMs);
  poll.start();
  return { stop: () => poll.stop() };
}
