import type { Initiator } from '@nordgate/contracts/events';
import { fault, Refused } from '../reply/refused.js';
import type { Caller } from './caller.js';

/**
 * What was made for a PSU is read for that PSU (rulings: identity and headers). Throws Refused:
 * HTTP_HEADER_REQUIRED without PSU-ID, PSU_CREDENTIALS_INVALID with another one.
 */
export function demandPsu({ psuId: owner }: Initiator, { psuId }: Caller): void {
  if (owner === undefined || owner === psuId) return;
  throw psuId === undefined
    ? new Refused([
        fault('HTTP_HEADER_REQUIRED', 'header.required', 'PSU-ID', { header: 'PSU-ID' }),
      ])
    : new Refused([fault('PSU_CREDENTIALS_INVALID', 'resource.psuMismatch', 'PSU-ID')]);
}
