import type { Evidence } from '../evidence/evidence.js';
import type { Finding } from '../law.js';

/**
 * L7, the answers: what the bank cannot promise it says with 503, never with another server error,
 * and a payment that is as it should be is never refused.
 */
export function answeredInOrder({ requests }: Evidence): Finding {
  let answers = 0;
  const violations: string[] = [];
  for (const { request, wish, acknowledged, refused, unknown } of requests) {
    const troubles = unknown.filter(({ status }) => status !== undefined);
    answers += acknowledged.length + refused.length + troubles.length;
    for (const { status } of troubles.filter((one) => one.status !== 503)) {
      violations.push(`${wish.for} ${request} was answered ${String(status)}`);
    }
    if (wish.for !== 'payment') continue;
    for (const { status, codes } of refused) {
      violations.push(`payment ${request} was refused: ${String(status)} ${codes.join(', ')}`);
    }
  }
  return { looked: { answers }, violations };
}
