import { createHmac } from 'node:crypto';
import { isSameText } from '../security/tokens.js';
import type { Approval, ScaMethod } from './sca-method.js';

const codeDigits = 6;

/**
 * Six digits out of an HMAC over the approval, truncated as in RFC 4226, section 5.3. The same
 * approval always has the same code, so a reload shows it again; any other has its own.
 */
export function sandboxCodeOf(key: Buffer, approval: Approval): string {
  const { authorisationId, context, corporateId = '', approves, accounts } = approval;
  const payments = approves.map(({ paymentId, hash }) => `${paymentId} ${hash}`).sort();
  const chosen = accounts === undefined ? [] : [[...accounts].sort()];
  const content = JSON.stringify([authorisationId, context, corporateId, payments, ...chosen]);
  const mac = createHmac('sha256', key).update(content).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0xf;
  const number = (mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** codeDigits;
  return String(number).padStart(codeDigits, '0');
}

/** The sandbox's method: the code stands on the page. */
export function sandboxCodeMethod(key: Buffer): ScaMethod {
  return {
    name: 'sandbox-code',
    codeOnPage: (approval) => sandboxCodeOf(key, approval),
    isRight: (code, approval) =>
      isSameText(code.replaceAll(/\s/g, ''), sandboxCodeOf(key, approval)),
  };
}
