import type { OperatedService } from '@nordgate/contracts/commands';
import { streamIdIn, streams } from '@nordgate/contracts/rules';
import type { ResourceKind } from '@nordgate/contracts/rules';
import { OperationRefused } from './operations-client.js';

/** Where the stream of a public id is. An id of an account or a card account names no stream by itself. */
const homes: Partial<Record<ResourceKind, { service: OperatedService; category: StreamCategory }>> =
  {
    payment: { service: 'payments', category: 'payment' },
    periodic: { service: 'payments', category: 'payment' },
    bulk: { service: 'payments', category: 'payment' },
    part: { service: 'payments', category: 'payment' },
    basket: { service: 'baskets', category: 'basket' },
    authorisation: { service: 'sca', category: 'authorisation' },
    consent: { service: 'sca', category: 'authorisation' },
  };
type StreamCategory = 'payment' | 'basket' | 'authorisation';

/**
 * The stream that an operator names: by its own id, or by the id of a payment, basket, authorisation or consent as its
 * TPP has it. The bulk payment is the stream of its sub-payments. Whose id it is needs the gateway's keys and is not
 * checked.
 *
 * @throws OperationRefused when the stream belongs to another service
 */
export function streamIdFrom(service: OperatedService, text: string): string {
  const named = streamIdIn(text);
  const home = named && homes[named.kind];
  if (home === undefined) return text;
  if (home.service !== service) {
    throw new OperationRefused(
      `that is the id of a ${named?.kind ?? ''}: "stream show ${home.service} …" has its stream`,
    );
  }
  return streams[home.category].id(named?.streamId ?? '');
}
