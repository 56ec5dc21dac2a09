import type { ActingContext } from '@nordgate/contracts/queries';
import { contextKey } from '../decision/acting-context.js';

/** The choice of a context (specification 5.14), in `contexts.eta`. */
export interface ContextsPart {
  /** The address that shows another context. */
  readonly change: string;
  /** The contexts to choose from; empty when there is no choice. */
  readonly contexts: readonly {
    readonly key: string;
    readonly kind: 'PRIVATE' | 'CORPORATE';
    readonly name: string;
    readonly isShown: boolean;
  }[];
}

/** The choice between contexts; empty when there is only one. */
export function contextsOnPage(
  contexts: readonly ActingContext[],
  shown: ActingContext,
): ContextsPart['contexts'] {
  if (contexts.length === 1) return [];
  return contexts.map((one) => ({
    key: contextKey(one),
    kind: one.context,
    name: one.name,
    isShown: contextKey(one) === contextKey(shown),
  }));
}
