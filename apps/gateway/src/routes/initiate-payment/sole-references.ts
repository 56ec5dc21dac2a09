import { isBulk } from '@nordgate/contracts/events';
import type { PaymentInstruction } from '@nordgate/contracts/events';
import type { CreditorInstruction } from '@nordgate/contracts/http';
import { defined } from '@nordgate/decider';
import type { ReadBody } from '../../request/request-body.js';

const [list, single] = [
  'remittanceInformationStructuredArray',
  'remittanceInformationStructured',
] as const;

/**
 * The payments of a body whose only reference was sent as an object (Berlin Group framework 1.3): the instruction
 * has it in a list. As JSON pointers of the payments, the empty one for the payment of the body itself.
 *
 * @returns undefined for none
 */
export function soleReferencesIn({
  value,
  sentPlace,
}: Pick<ReadBody<PaymentInstruction>, 'value' | 'sentPlace'>): readonly string[] | undefined {
  if (sentPlace === undefined) return undefined;
  const places = isBulk(value) ? value.payments.map((_, part) => ['payments', part]) : [[]];
  const found = places.filter((place) => sentPlace([...place, list]).at(-1) === single);
  return found.length === 0
    ? undefined
    : found.map((place) => place.map((one) => `/${one}`).join(''));
}

/** A payment as it was sent: its only reference is an object again. */
export type SentInstruction<T> = Omit<T, typeof single | typeof list> & {
  readonly remittanceInformationStructured?: CreditorInstruction[typeof single] | object;
  readonly remittanceInformationStructuredArray?: CreditorInstruction[typeof list];
};

/** The payment with its reference as an object where it was sent so. */
export function asSent<T extends CreditorInstruction>(
  instruction: T,
  pointer: string,
  soleReferences: readonly string[] = [],
): SentInstruction<T> {
  const { [list]: references, [single]: text, ...others } = instruction;
  const [reference] = references ?? [];
  if (!soleReferences.includes(pointer) || reference === undefined) {
    return { ...others, ...defined({ [single]: text, [list]: references }) };
  }
  return { ...others, [single]: reference };
}
