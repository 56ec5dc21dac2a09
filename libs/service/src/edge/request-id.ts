import { isUuid } from '@nordgate/contracts/rules';
import type { IncomingHttpHeaders } from 'node:http';

const loggable = /^[A-Za-z0-9-]{8,64}$/;
/** As long as an account number or a national identity number of Norway. */
const longNumber = /\d{11}/;

/**
 * The X-Request-ID of a request for a log line. The specification allows any text, and the sender chooses it, so a
 * TPP could put a name or an account number there. Only a UUID, or 8 to 64 letters, digits and hyphens without a
 * number of 11 digits or more, is worth the risk. Undefined for every other value.
 */
export function loggedRequestId({
  'x-request-id': value,
}: IncomingHttpHeaders): string | undefined {
  if (typeof value !== 'string' || !loggable.test(value)) return undefined;
  return isUuid(value) || !longNumber.test(value) ? value : undefined;
}
