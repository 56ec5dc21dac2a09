import { createHmac } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { currentKeyOf, keysOf } from '@nordgate/contracts/rules';
import type { KeySet } from '@nordgate/contracts/rules';
import { isSameText } from '../site/security/tokens.js';
import { approvalText } from '../site/challenge/sca-method.js';
import type { Approval, ScaMethod } from '../site/challenge/sca-method.js';

const codeDigits = 6;

/**
 * Six digits of an HMAC over the approval, truncated as in RFC 4226, section 5.3. The same approval
 * always has the same code, so a reload shows it again. Another approval has another code.
 */
export function sandboxCodeOf(key: KeyObject, approval: Approval): string {
  const mac = createHmac('sha256', key).update(approvalText(approval)).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0xf;
  const number = (mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** codeDigits;
  return String(number).padStart(codeDigits, '0');
}

/** The method of the sandbox: the page shows the code. A page from before a rotation shows an older key's. */
export function sandboxCodeMethod(keys: KeySet): ScaMethod {
  return {
    name: 'sandbox-code',
    isFor: () => Promise.resolve(true),
    newNonce: () => undefined,
    onPage: (approval) =>
      Promise.resolve({
        method: 'sandbox-code',
        code: sandboxCodeOf(currentKeyOf(keys).key, approval),
      }),
    proves: (answer, approval) => {
      const code = answer.replaceAll(/\s/g, '');
      return Promise.resolve(
        keysOf(keys).some((key) => isSameText(code, sandboxCodeOf(key, approval))),
      );
    },
  };
}
