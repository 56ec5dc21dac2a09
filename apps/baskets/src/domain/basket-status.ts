import type { BasketStatus, PaymentStatus } from '@nordgate/contracts/codes';
import type { RegisteredStatus } from '@nordgate/contracts/events';

/** Worst first: the status of a basket is the worst case over its payments (specification section 3). */
const worstFirst: readonly BasketStatus[] = ['RJCT', 'RCVD', 'PATC', 'ACTC'];

const valueOf: { readonly [Status in PaymentStatus]: BasketStatus } = {
  RJCT: 'RJCT',
  CANC: 'RJCT',
  RCVD: 'RCVD',
  PDNG: 'PATC',
  PART: 'PATC',
  ACTC: 'ACTC',
  ACCP: 'ACTC',
  ACWC: 'ACTC',
  ACWP: 'ACTC',
  ACSP: 'ACTC',
  ACSC: 'ACTC',
};

/** What one payment's status means for its basket. ACCP without funds counts as refused. */
export function basketValueOf({
  status,
  fundsAvailable,
}: Pick<RegisteredStatus, 'status' | 'fundsAvailable'>): BasketStatus {
  return status === 'ACCP' && fundsAvailable === false ? 'RJCT' : valueOf[status];
}

/** The later of two facts about one payment: pointwise maximum by version, so order never matters. */
export function laterOf(a: RegisteredStatus, b: RegisteredStatus): RegisteredStatus {
  return b.version > a.version ? b : a;
}

/**
 * The basket's status over its members' registers; a member nothing is known of counts as RCVD.
 * A fold over the latest facts, never a running worst: a member may recover.
 */
export function basketStatusOf(
  members: readonly string[],
  register: ReadonlyMap<string, RegisteredStatus>,
): BasketStatus {
  const values = members.map((id) => {
    const known = register.get(id);
    return known === undefined ? 'RCVD' : basketValueOf(known);
  });
  return worstFirst.find((status) => values.includes(status)) ?? 'RCVD';
}
