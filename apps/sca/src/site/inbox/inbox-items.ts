import type {
  ActingContext,
  ActingCustomer,
  BasketView,
  PaymentView,
} from '@nordgate/contracts/queries';
import type { AuthorisedResource } from '@nordgate/contracts/events';
import { bbanOf } from '@nordgate/contracts/rules';
import { hashOf } from '../security/tokens.js';

/** A payment or a basket that waits for a second signature under an agreement of this PSU. */
export interface InboxItem {
  /** How a form names it: nothing can be read from it. */
  readonly key: string;
  readonly resource: Extract<AuthorisedResource, { readonly kind: 'payment' | 'basket' }>;
  /** Those that wait; of a basket in its order. */
  readonly payments: readonly PaymentView[];
  readonly agreement: ActingContext & { readonly corporateId: string };
  /** The customer who signed first. */
  readonly firstSigner: string;
  /** Whether this PSU can sign it, or has done so and waits for somebody else. */
  readonly isMine: boolean;
}

/** The agreements under which a PSU may approve anything. */
export function agreementsOf({ contexts }: ActingCustomer): readonly InboxItem['agreement'][] {
  return contexts.flatMap((context) => {
    const { corporateId, debitable } = context;
    return corporateId === undefined || debitable.length === 0 ? [] : [{ ...context, corporateId }];
  });
}

/**
 * What of that which waits is this PSU's to sign, or was signed by them. A member of a basket is
 * signed with its basket, and one whose basket is settled cannot be signed at all.
 */
export function inboxItems(
  customer: ActingCustomer,
  waiting: readonly PaymentView[],
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
  view: PaymentView,
  basket: BasketView | undefined,
  psu: { readonly agreements: readonly InboxItem['agreement'][]; readonly customerId: string },
): InboxItem | undefined {
  const first = (basket ?? view).signedBy;
  const agreement = psu.agreements.find(({ corporateId }) => corporateId === first?.corporateId);
  if (first === undefined || agreement === undefined || basket?.isOpen === false) return undefined;
  const isMine = first.customerId === psu.customerId;
  if (!isMine && !isDebitable(view, agreement)) return undefined;
  const resource = resourceOf(view, basket);
  const key = hashOf(JSON.stringify(resource));
  return { key, resource, payments: [view], agreement, firstSigner: first.customerId, isMine };
}

function resourceOf(
  { paymentId }: PaymentView,
  basket: BasketView | undefined,
): InboxItem['resource'] {
  if (basket === undefined) return { kind: 'payment', paymentId };
  return { kind: 'basket', basketId: basket.basketId, paymentIds: basket.paymentIds };
}

function isDebitable({ instruction }: PaymentView, { debitable }: ActingContext): boolean {
  const bban = bbanOf(instruction.debtorAccount);
  return bban !== undefined && debitable.includes(bban);
}

function inOrder(
  payments: readonly PaymentView[],
  basket: BasketView | undefined,
): readonly PaymentView[] {
  if (basket === undefined) return payments;
  const place = ({ paymentId }: PaymentView) => basket.paymentIds.indexOf(paymentId);
  return [...payments].sort((a, b) => place(a) - place(b));
}
