import { createHash } from 'node:crypto';
import type { PaymentInstruction } from '@nordgate/contracts/events';

/**
 * Binds an approval to exactly this instruction, amount and payee included: SHA-256 over the
 * instruction with sorted fields, base64url. Source: RTS on SCA (EU) 2018/389, Article 5.
 */
export function instructionHash(instruction: PaymentInstruction): string {
  return createHash('sha256').update(canonical(instruction)).digest('base64url');
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`);
  return `{${fields.join(',')}}`;
}
