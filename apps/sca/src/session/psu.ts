import type { PsuEvent } from '@nordgate/contracts/events';
import { streams } from '@nordgate/contracts/rules';
import { streamType } from '@nordgate/decider';

/** A customer as one TPP knows them: by a PSU-ID for this TPP (specification 5.11). */
export type Psu =
  | { readonly is: 'none' }
  | {
      readonly is: 'recognised';
      readonly tpp: string;
      readonly customerId: string;
      readonly psuId: string;
    };

function evolve(_psu: Psu, event: PsuEvent): Psu {
  if (event.type === 'PsuForgotten') return { is: 'none' };
  const { tpp, customerId, psuId } = event.data;
  return { is: 'recognised', tpp, customerId, psuId };
}

/** Streams `psu-<tpp>-<customer>`, after a reset of the sandbox with its generation. */
export const psuStream = streamType<Psu, PsuEvent, 'psu'>({
  name: streams.psu.category,
  stateVersion: 1,
  initial: { is: 'none' },
  evolve,
  events: { PsuRecognised: { version: 1 }, PsuForgotten: { version: 1 } },
  forgottenBy: 'PsuForgotten',
});

/** The stream of a customer's PSU-ID towards a TPP in a generation. */
export const psuStreamId = streams.psu.id;
