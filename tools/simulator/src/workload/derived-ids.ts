import { createHash } from 'node:crypto';
import { inGeneration, streamIdOf } from '@nordgate/contracts/rules';

/** The TPP of the workload. */
export const tpp = 'PSDNO-FSA-999900001';

/** The ids that a gateway derives from a request. */
export interface DerivedIds {
  /** Of the resource, without its kind. */
  readonly id: string;
  readonly authorisationId: string;
}

/** A request of the TPP that creates something at a route. */
export interface CreatingRequest {
  readonly requestId: string;
  readonly route: string;
  readonly kind: 'payment' | 'basket' | 'access';
}

/** The ids of what a request with this X-Request-ID creates: every gateway derives the same ones. */
export function derivedIds(
  { requestId, route, kind }: CreatingRequest,
  generation: number,
): DerivedIds {
  const id = streamIdOf({ tpp, requestId, generation }, 'POST', route);
  const digest = hashOf(`${kind}-${id}\nauthorisation\n${requestId}`).slice(0, 32);
  return { id, authorisationId: inGeneration(digest, generation) };
}

export const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
