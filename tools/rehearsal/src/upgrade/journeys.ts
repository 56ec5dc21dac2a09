import { timeInOslo } from '@nordgate/contracts/calendar';
import {
  actAs,
  eventually,
  instantPath,
  jsonWith,
  scaRedirectOf,
  singlePath,
} from '@nordgate/testing';
import {
  anne,
  bjorn,
  kari,
  kariBban,
  ola,
  olaBban,
  torsk,
  torskBban,
} from '@nordgate/standalone/production-customers';
import type { BankCustomers } from './bank-customers.js';
import type { BookedPayment, PaymentsBook } from './payments-book.js';
import type { TransactionsBook } from './transactions-book.js';
import type { Attempt } from './upgrade-evidence.js';

/** What a phase has left for a later one to end: links that were given out, and a first signature. */
export interface OpenMatters {
  readonly phase: string;
  readonly payment: BookedPayment;
  readonly consentHref: string;
  readonly members: readonly BookedPayment[];
  readonly basketPath: string;
}

interface JourneyOptions {
  readonly customers: BankCustomers;
  readonly payments: PaymentsBook;
  readonly transactions: TransactionsBook;
  readonly say: (line: string) => void;
}

const approved = ['ACTC', 'ACCP', 'ACWC', 'ACSP', 'ACSC'];
const monthMs = 30 * 86_400_000;
const slowly = { limitMs: 60_000, everyMs: 500 };

/** What customers do in each phase of an upgrade. */
export class Journeys {
  readonly links: Attempt[] = [];
  readonly steps: Attempt[] = [];

  constructor(private readonly options: JourneyOptions) {}

  /** Leaves a payment, a consent and a basket open, and ends other payments in each way. */
  async begin(phase: string): Promise<OpenMatters> {
    await this.step(`${phase}: a payment is executed`, () => this.execute(phase));
    await this.step(`${phase}: a payment is cancelled`, () => this.cancel(phase));
    const { customers, payments } = this.options;
    const payment = await payments.make(customers.payer, singlePath, fromOla('12.00'));
    const members = [
      await payments.make(customers.signer, instantPath, fromTorsk('10.00')),
      await payments.make(customers.signer, instantPath, fromTorsk('20.00')),
    ];
    const paymentIds = members.map(({ paymentId }) => paymentId);
    const path = '/v1/signing-baskets';
    const made = await customers.signer.call({ method: 'POST', path, body: { paymentIds } });
    const basket = jsonWith<{ basketId: string }>(made, 201);
    const basketPath = `${path}/${basket.basketId}`;
    await this.step(`${phase}: the first of two signs a basket`, async () => {
      await customers.psu(anne).approveAt(scaRedirectOf(basket), { organisation: torsk });
      await this.basketReaches(basketPath, 'PATC');
    });
    return { phase, payment, members, basketPath, consentHref: await this.requestConsent() };
  }

  /** Ends what an earlier phase left open, at its links. */
  async finish(open: OpenMatters, phase: string): Promise<void> {
    const { customers, payments } = this.options;
    const { payment, members, basketPath, consentHref } = open;
    await this.link(`${phase}: the payment of ${open.phase} is approved`, async () => {
      await customers.psu(ola).approveAt(payment.scaHref);
      payments.approved(payment);
      await payments.reaches(payment, approved, phase);
    });
    await this.link(`${phase}: the basket of ${open.phase} gets its second signature`, async () => {
      await customers.psu(bjorn).signAtBank('See and sign 2 payments');
      for (const member of members) payments.approved(member);
      for (const member of members) await payments.reaches(member, ['ACSC'], phase);
      await this.basketReaches(basketPath, 'ACTC');
    });
    await this.link(`${phase}: the consent of ${open.phase} is given`, async () => {
      const back = await customers.psu(kari).approveAt(consentHref, { bbans: [kariBban] });
      actAs(customers.reader, back);
    });
  }

  /** Reads with the consent that was given last. */
  async read(phase: string): Promise<void> {
    const { customers, transactions } = this.options;
    await this.step(`${phase}: accounts and transactions are read`, () =>
      transactions.read(customers.reader, phase),
    );
  }

  /** Gives the first consent. */
  async consent(): Promise<void> {
    const href = await this.requestConsent();
    const { customers } = this.options;
    actAs(customers.reader, await customers.psu(kari).approveAt(href, { bbans: [kariBban] }));
  }

  private async execute(phase: string): Promise<void> {
    const { customers, payments } = this.options;
    const payment = await payments.make(customers.payer, instantPath, fromOla('11.00'));
    await customers.psu(ola).approveAt(payment.scaHref);
    payments.approved(payment);
    await payments.reaches(payment, ['ACSC'], phase);
  }

  private async cancel(phase: string): Promise<void> {
    const { customers, payments } = this.options;
    const payment = await payments.make(customers.payer, singlePath, fromOla('13.00'));
    await customers.payer.call({ method: 'DELETE', path: payment.path });
    await payments.reaches(payment, ['CANC'], phase);
  }

  private async requestConsent(): Promise<string> {
    const { day: inAMonth } = timeInOslo(new Date(Date.now() + monthMs));
    const body = {
      access: { accounts: [], balances: [], transactions: [] },
      ...{ recurringIndicator: true, validUntil: inAMonth, frequencyPerDay: 4 },
    };
    const { reader } = this.options.customers;
    const made = await reader.call({ method: 'POST', path: '/v1/consents', body });
    return scaRedirectOf(jsonWith(made, 201));
  }

  private async basketReaches(path: string, wanted: string): Promise<void> {
    const { signer } = this.options.customers;
    const holds = async () => {
      const { json } = await signer.call({ method: 'GET', path: `${path}/status` });
      return (json as { transactionStatus?: string } | undefined)?.transactionStatus === wanted;
    };
    await eventually(`${path} is ${wanted}`, holds, slowly);
  }

  private async step(what: string, work: () => Promise<unknown>): Promise<void> {
    this.steps.push(await this.attempt(what, work));
  }

  private async link(what: string, work: () => Promise<unknown>): Promise<void> {
    this.links.push(await this.attempt(what, work));
  }

  private async attempt(what: string, work: () => Promise<unknown>): Promise<Attempt> {
    const fault = await work().then(() => undefined, faultIn);
    this.options.say(fault === undefined ? `  ok     ${what}` : `  FAILED ${what}: ${fault}`);
    return { what, fault };
  }
}

/** The reason of an error on one line. */
export function faultIn(error: unknown): string {
  return String(error).replaceAll(/\s+/g, ' ').slice(0, 500);
}

/** Transfers of the customers. Kari gets the money, and her transactions are read. */
export const fromOla = (amount: string) => ({ amount, debtor: olaBban, creditor: kariBban });
const fromTorsk = (amount: string) => ({ amount, debtor: torskBban, creditor: kariBban });
