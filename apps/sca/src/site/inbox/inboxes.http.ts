import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { ActingCustomer, Language, PaymentView } from '@nordgate/contracts';
import type { FastifyReply } from 'fastify';
import type { OpenAuthorisation } from '../../open-authorisation/open-authorisation.js';
import { isOutage } from '../frame/outage.js';
import type { InboxPart } from '../inbox/inbox.part.js';
import { hashOf } from '../security/tokens.js';
import { Authorisations } from '../visit/authorisations.http.js';
import { Bank } from '../visit/bank.queries.js';
import { Visits } from '../visit/visits.http.js';
import { agreementsOf, inboxItems } from './inbox-items.js';
import type { InboxItem } from './inbox-items.js';
import { inboxOnPage } from './inbox-view.js';

/** More than anybody signs at a sitting; what is left out comes up when these are signed. */
const itemsMax = 100;
const readMax = 2000;

/** What waits for a PSU's second signature, asked anew each time. */
@Injectable()
export class Inboxes {
  constructor(
    private readonly bank: Bank,
    private readonly authorisations: Authorisations,
    private readonly visits: Visits,
  ) {}

  /** None for a customer whom the bank does not know any more. Throws ServiceUnavailable. */
  async items(customerId: string): Promise<readonly InboxItem[]> {
    const customer = await this.bank.customer({ customerId });
    return customer === null ? [] : this.itemsOf(customer);
  }

  /** The part of the overview; the rest of it is shown also while a service does not answer. */
  async part(customer: ActingCustomer, language: Language): Promise<Omit<InboxPart, 'sign'>> {
    try {
      const items = await this.itemsOf(customer);
      return { inbox: inboxOnPage(items, await this.namesOf(items), language) };
    } catch (error) {
      if (!isOutage(error)) throw error;
      return { inboxIsDown: true };
    }
  }

  /**
   * On to the approval page of an item. Who the PSU is was proved for the overview; what they sign
   * is proved there, by a code of its own (RTS on SCA, Article 5).
   */
  async open(reply: FastifyReply, item: InboxItem, customerId: string): Promise<void> {
    const id = randomBytes(16).toString('hex');
    const secret = randomBytes(32).toString('base64url');
    const psu = { customerId, psuId: customerId, browser: hashOf(secret) };
    await this.authorisations.openFor(id, openingOf(id, item), psu);
    this.visits.enter(reply, id, secret);
  }

  private async itemsOf(customer: ActingCustomer): Promise<readonly InboxItem[]> {
    const agreements = agreementsOf(customer).map(({ corporateId }) => corporateId);
    let waiting = await this.bank.toSign(agreements);
    let read: readonly PaymentView[] = [];
    let items: readonly InboxItem[] = [];
    // What others sign may come before anything that this PSU can.
    while (waiting.length > 0) {
      read = [...read, ...waiting];
      items = inboxItems(customer, read, await this.bank.basketsOf(read));
      if (items.length >= itemsMax || read.length >= readMax) break;
      waiting = await this.bank.toSign(agreements, waiting.at(-1));
    }
    return items;
  }

  private async namesOf(items: readonly InboxItem[]): Promise<ReadonlyMap<string, string>> {
    const ids = [...new Set(items.map(({ firstSigner }) => firstSigner))];
    const found = await Promise.all(ids.map((customerId) => this.bank.customer({ customerId })));
    return new Map(found.flatMap((one) => (one === null ? [] : [[one.customerId, one.name]])));
  }
}

/**
 * An authorisation of the payment's own TPP, which finds it in its list; nobody has its link, and no
 * address to go to means that the PSU comes back to the overview.
 */
function openingOf(
  id: string,
  { agreement, payments, resource }: InboxItem,
): OpenAuthorisation['data'] {
  const [first] = payments;
  if (first === undefined) throw new Error('nothing waits');
  const { tpp, tppName } = first.initiator;
  const { corporateId } = agreement;
  const asking = { tpp, tppName, context: 'CORPORATE', corporateId } as const;
  return {
    resource,
    initiator: { ...asking, tppSessionId: id, redirectUri: '' },
    tokenHash: hashOf(randomBytes(32).toString('base64url')),
  };
}
