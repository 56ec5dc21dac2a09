import { isInfrastructureFailure } from '@nordgate/event-store';
import { Injectable } from '@nestjs/common';
import type { ActingCustomer, ApprovablePayment } from '@nordgate/contracts/queries';
import { defined } from '@nordgate/decider';
import { Bank } from '../bank/bank.rows.js';
import type { Redirect } from '../frame/answer.js';
import { enter, EntryService } from '../visit/entry.service.js';
import type { Opening } from '../visit/opening.js';
import type { CustomerVisit } from '../visit/visit.js';
import { agreementsOf, inboxItems } from './inbox-item.js';
import type { InboxItem } from './inbox-item.js';
import { inboxOnPage } from './inbox-view.js';
import type { InboxPart } from './inbox-view.js';
import type { Language } from '../language/site-language.js';

/** Limits of one page. Items beyond them appear when the PSU has signed these. */
const itemsMax = 100;
const readMax = 2000;

/** What waits for the second signature of a PSU, read on every request. */
@Injectable()
export class InboxService {
  constructor(
    private readonly bank: Bank,
    private readonly entries: EntryService,
  ) {}

  /** Empty for a customer whom the bank no longer knows. Throws ServiceUnavailableError. */
  async items({ customerId, generation }: CustomerVisit): Promise<readonly InboxItem[]> {
    const customer = await this.bank.customer({ customerId });
    return customer === null ? [] : this.itemsOf(customer, generation);
  }

  /** The part of the overview. While a service is down, the overview is shown without the items. */
  async part(
    customer: ActingCustomer,
    generation: number,
    language: Language,
  ): Promise<Omit<InboxPart, 'passOn' | 'sign'>> {
    try {
      const items = await this.itemsOf(customer, generation);
      return { inbox: inboxOnPage(items, await this.namesOf(items), language) };
    } catch (error) {
      if (!isInfrastructureFailure(error)) throw error;
      return { inboxIsDown: true };
    }
  }

  /**
   * Opens the approval page of an item. The SCA for the overview identified the PSU. A new SCA on the
   * approval page proves what they sign (RTS on SCA, Article 5). Throws ServiceUnavailableError.
   */
  async open(item: InboxItem, visit: CustomerVisit): Promise<Redirect> {
    const { id, secret } = await this.entries.open(openingOf(item), visit);
    return enter(id, secret);
  }

  private async itemsOf(
    customer: ActingCustomer,
    generation: number,
  ): Promise<readonly InboxItem[]> {
    const agreements = agreementsOf(customer).map(({ corporateId }) => corporateId);
    let waiting = await this.bank.toSign(agreements, generation);
    let read: readonly ApprovablePayment[] = [];
    let items: readonly InboxItem[] = [];
    // The first pages may hold only payments that other signers have to sign.
    while (waiting.length > 0) {
      read = [...read, ...waiting];
      items = inboxItems(customer, read, await this.bank.basketsOf(read));
      if (items.length >= itemsMax || read.length >= readMax) break;
      waiting = await this.bank.toSign(agreements, generation, waiting.at(-1));
    }
    return items;
  }

  private async namesOf(items: readonly InboxItem[]): Promise<ReadonlyMap<string, string>> {
    const ids = [...new Set(items.map(({ firstSigner }) => firstSigner))];
    const found = await Promise.all(ids.map((customerId) => this.bank.customer({ customerId })));
    return new Map(found.flatMap((one) => (one === null ? [] : [[one.customerId, one.name]])));
  }
}

/** In the name of the TPP of the payment, so that the TPP finds the authorisation in its list. */
function openingOf({ agreement, payments, resource }: InboxItem): Opening {
  const [first] = payments;
  if (first === undefined) throw new Error('an inbox item has no payment');
  const { tpp, tppName, certificate } = first.initiator;
  const { corporateId } = agreement;
  const named = defined({ tpp, tppName, certificate });
  return { resource, initiator: { ...named, context: 'CORPORATE', corporateId } };
}
