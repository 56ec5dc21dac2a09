import type { ActingContext } from '@nordgate/contracts/queries';
import { contextKey } from './acting-context.js';

/** Who asks whom, and for whom the PSU acts (specification 5.14), in `who.eta`. */
export interface WhoPart {
  readonly tppName: string;
  /** The organizationIdentifier of the TPP; absent when the bank asks itself. */
  readonly tppId?: string | undefined;
  readonly customerName: string;
  /** The company; absent for the PSU's own business, and when it does not matter here. */
  readonly actsFor?: string | undefined;
  /** The address that shows another context. */
  readonly change: string;
  /** The contexts to choose from; empty when there is no choice. */
  readonly contexts: readonly {
    readonly key: string;
    readonly kind: 'PRIVATE' | 'CORPORATE';
    readonly name: string;
    readonly isShown: boolean;
  }[];
  /** The choice is open from the start. */
  readonly isChangeOpen?: boolean;
}

/** The company that the PSU acts for, also one of the PSU's own name; undefined for the PSU's own business. */
export function companyOf({ context, name }: ActingContext): string | undefined {
  return context === 'CORPORATE' ? name : undefined;
}

/** The choice between contexts; empty when there is only the shown one. */
export function contextsOnPage(
  contexts: readonly ActingContext[],
  shown: ActingContext,
): WhoPart['contexts'] {
  const isShown = (one: ActingContext) => contextKey(one) === contextKey(shown);
  if (contexts.every(isShown)) return [];
  return contexts.map((one) => ({
    key: contextKey(one),
    kind: one.context,
    name: one.name,
    isShown: isShown(one),
  }));
}
