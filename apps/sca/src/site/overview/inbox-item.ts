import type {
  ActingContext,
  ActingCustomer,
  BasketView,
  ApprovablePayment,
} from '@nordgate/contracts/queries';
import type { AuthorisedResource } from '@nordgate/contracts/events';
import { canPayFrom } from '../content/acting-context.js';
import { hashOf } from '../security/tokens.js';

/** A payment or a basket that waits for a second signature under an agreement of this PSU. */
export interface InboxItem {
  /** The value in a form: a hash, which reveals nothing. */
  readonly key: string;
  readonly resource: Extract<AuthorisedResource, { readonly kind: 'payment' | 'basket' }>;
  /** The payments that wait, in the order of their basket. */
  readonly payments: readonly ApprovablePayment[];
  readonly agreement: ActingContext & { readonly corporateId: string };
  /** The customer who signed first. */
  readonly firstSigner: string;
  /** This PSU signed first and waits for another signer. */
  readonly isMine: boolean;
}

/** The agreements under which a PSU may approve payments. */
export function agreementsOf({ contexts }: ActingCustomer): readonly InboxItem['agreement'][] {
  return contexts.flatMap((context) => {
    const { corporateId, debitable } = context;
    return corporateId === undefined || debitable.length === 0 ? [] : [{ ...context, corporateId }];
  });
}

/**
 * The items among the waiting payments that this PSU can sign or signed first. A member of a basket is
 * signed with its basket. After the basket is settled, a member can no longer be signed.
 */
export function inboxItems(
  customer: ActingCustomer,
  waiting: readonly ApprovablePayment[],
  baskets: ReadonlyMap<string, BasketView>,
): readonly InboxItem[] {
  const agreements = agreementsOf(customer);
  const items = new Map<string, InboxItem>();
  for (const view of waiting) {
    const basket = baskets.get(view.paymentId);
    const item = itemOf(view, basket, { agreements, customerId: customer.customerId });
    if (item === undefined) continue;
    const payments = [...(items.get(item.key)?.payments ?? []), view];
    items.set(item.key, { ...item, payments: inOrder(payments, basket) });
  }
  return [...items.values()];
}

function itemOf(
  view: ApprovablePayment,
  basket: BasketView | undefined,
  psu: { readonly agreements: readonly InboxItem['agreement'][]; readonly customerId: string },
): InboxItem | undefined {
  const first = (basket ?? view).signedBy;
  const agreement = psu.agreements.find(({ corporateId }) => corporateId === first?.corporateId);
  if (first === undefined || agreement === undefined || basket?.isOpen === false) return undefined;
  const isMine = first.customerId === psu.customerId;
  if (!isMine && !canPayFrom(agreement, view)) return undefined;
  const resource = resourceOf(view, basket);
  const key = hashOf(JSON.stringify(resource));
  return { key, resource, payments: [view], agreement, firstSigner: first.customerId, isMine };
}

function resourceOf(
  { paymentId }: ApprovablePayment,
  basket: BasketView | undefined,
): InboxItem['resource'] {
  if (basket === undefined) return { kind: 'payment', paymentId };
  return { kind: 'basket', basketId: basket.basketId, paymentIds: basket.paymentIds };
}

function inOrder(
  payments: readonly ApprovablePayment[],
  basket: BasketView | undefined,
): readonly ApprovablePayment[] {
  if (basket === undefined) return payments;
  const place = ({ paymentId }: ApprovablePayment) => basket.paymentIds.indexOf(paymentId);
  return [...payments].sort((a, b) => place(a) - place(b));
}
