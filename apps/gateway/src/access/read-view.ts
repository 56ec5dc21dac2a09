import { setTimeout as delay } from 'node:timers/promises';
import type { Initiator } from '@nordgate/contracts/events';
import { fault, RequestError } from '../reply/request-error.js';
import type { Caller } from './caller.js';

const retryDelaysMs = [150, 250, 600];

/**
 * Reads a view, and reads it again for one second while it is empty. A public id carries our MAC and
 * was returned in a 201, so its command is durable: a missing view means that the command is not
 * decided yet.
 *
 * @returns undefined when the view is still empty after one second
 */
export async function untilThere<View>(
  read: () => Promise<View | null | undefined>,
): Promise<View | undefined> {
  for (const ms of retryDelaysMs) {
    const view = await read();
    if (view !== null && view !== undefined) return view;
    await delay(ms);
  }
  return (await read()) ?? undefined;
}

/**
 * Lets only the PSU of a resource read it (rulings: identity and headers). Throws RequestError:
 * HTTP_HEADER_REQUIRED without PSU-ID, PSU_CREDENTIALS_INVALID with another PSU-ID.
 */
export function requirePsu({ psuId: owner }: Initiator, { psuId }: Caller): void {
  if (owner === undefined || owner === psuId) return;
  throw psuId === undefined
    ? new RequestError([
        fault('HTTP_HEADER_REQUIRED', 'header.required', 'PSU-ID', { header: 'PSU-ID' }),
      ])
    : new RequestError([fault('PSU_CREDENTIALS_INVALID', 'resource.psuMismatch', 'PSU-ID')]);
}
