import { streamIdIn } from '@nordgate/contracts/rules';
import { InvalidArgumentError } from 'commander';

/**
 * The payment that an operator names: by the id that its TPP has, or by the one in streams and logs.
 * Whose id it is is not checked, as that takes the gateway's keys: a payment that is not there is told
 * by the bank. Throws InvalidArgumentError.
 */
export function paymentIdFrom(text: string): string {
  if (/^[0-9a-f]{32}(\.[1-9]\d{0,9})?$/.test(text)) return text;
  const named = streamIdIn(text);
  if (named?.kind === 'part') {
    throw new InvalidArgumentError('that is a part of a bulk payment: name the bulk itself');
  }
  if (named !== undefined && paymentKinds.includes(named.kind)) return named.streamId;
  throw new InvalidArgumentError(
    'it has to be a paymentId as its TPP has it, or the id of its stream: 32 hexadecimal digits, ' +
      'in a sandbox with the generation of its world, like .3',
  );
}

const paymentKinds: readonly string[] = ['payment', 'periodic', 'bulk'];
