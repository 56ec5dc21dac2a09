/** Who approved, and under which agreement. */
export interface Signer {
  readonly customerId: string;
  readonly corporateId?: string | undefined;
}

/**
 * Whether an approval can come after the first of two signatures: it is another customer's, under the
 * same agreement. Before the first signature any approval can (rulings on payments and baskets).
 *
 * @param first who gave the first signature, if there is one
 * @param next who approves now
 */
export function canSignAfter(first: Signer | undefined, next: Signer): boolean {
  if (first === undefined) return true;
  const isSameAgreement = first.corporateId === undefined || first.corporateId === next.corporateId;
  return isSameAgreement && first.customerId !== next.customerId;
}
