import { eventually, instantPath, jsonWith, scaRedirectOf } from '@nordgate/testing';
import type { TppClient } from '@nordgate/tpp-client';
import type { PaymentRecord, Reading, Transfer } from './upgrade-evidence.js';

/** A payment that the bank has acknowledged, with its link for the PSU. */
export interface BookedPayment {
  readonly paymentId: string;
  readonly path: string;
  readonly scaHref: string;
}

interface Entry extends BookedPayment {
  readonly tpp: TppClient;
  readonly sent: Transfer;
  readonly isInstant: boolean;
  isApproved: boolean;
  readonly readings: Reading[];
  shown: Transfer | string | undefined;
}

interface ShownPayment {
  readonly instructedAmount?: { readonly amount?: string };
  readonly debtorAccount?: { readonly bban?: string };
  readonly creditorAccount?: { readonly bban?: string };
}

const slowly = { limitMs: 60_000, everyMs: 500 };
const readersAtOnce = 6;

/** Every payment that the bank has acknowledged, with what was seen of it. */
export class PaymentsBook {
  private readonly entries: Entry[] = [];

  /** Makes a payment. @throws JourneyError unless the bank acknowledges it */
  async make(tpp: TppClient, path: string, sent: Transfer): Promise<BookedPayment> {
    const body = {
      instructedAmount: { amount: sent.amount, currency: 'NOK' },
      creditorName: 'A Creditor',
      creditorAccount: { bban: sent.creditor, currency: 'NOK' },
      debtorAccount: { bban: sent.debtor, currency: 'NOK' },
      remittanceInformationUnstructured: 'Rehearsal',
    };
    const made = jsonWith<{ paymentId: string }>(
      await tpp.call({ method: 'POST', path, body }),
      201,
    );
    const { paymentId } = made;
    const booked = { paymentId, path: `${path}/${paymentId}`, scaHref: scaRedirectOf(made) };
    const isInstant = path === instantPath;
    const seen = { isInstant, isApproved: false, readings: [], shown: undefined };
    this.entries.push({ ...booked, ...seen, tpp, sent });
    return booked;
  }

  /** Notes that the PSU has been told that the approval is done. */
  approved({ paymentId }: BookedPayment): void {
    this.entryOf(paymentId).isApproved = true;
  }

  /** Reads a payment until it has one of these statuses. @throws Error with the last one */
  async reaches(
    { paymentId, path }: BookedPayment,
    wanted: readonly string[],
    when: string,
  ): Promise<void> {
    let seen = '';
    const isReached = async () => {
      seen = await this.read(this.entryOf(paymentId), when);
      return wanted.includes(seen);
    };
    await eventually(`${path} is ${wanted.join(' or ')}`, isReached, slowly).catch(
      (error: unknown) => {
        throw new Error(`${(error as Error).message}; seen: ${seen}`, { cause: error });
      },
    );
  }

  /** Reads the status of every payment. */
  async readAll(when: string): Promise<void> {
    await this.each((entry) => this.read(entry, when));
  }

  /** Reads the instant payments that are approved until the core has executed them, for a minute at most. */
  async awaitExecutions(when: string): Promise<void> {
    const isOpen = ({ isInstant, isApproved, readings }: Entry) =>
      isInstant && isApproved && readings.at(-1)?.status !== 'ACSC';
    const areExecuted = async () => {
      for (const entry of this.entries.filter(isOpen)) await this.read(entry, when);
      return !this.entries.some(isOpen);
    };
    // What is still open then is for the judge.
    await eventually('all are executed', areExecuted, slowly).catch(() => undefined);
  }

  /** Reads what the bank shows of every payment. */
  async showAll(): Promise<void> {
    await this.each(async (entry) => {
      const { status, text, json } = await entry.tpp.call({ method: 'GET', path: entry.path });
      const shown = json as ShownPayment | undefined;
      entry.shown =
        status === 200
          ? {
              amount: shown?.instructedAmount?.amount ?? '',
              debtor: shown?.debtorAccount?.bban ?? '',
              creditor: shown?.creditorAccount?.bban ?? '',
            }
          : answerIn(status, text);
    });
  }

  get records(): readonly PaymentRecord[] {
    return this.entries;
  }

  /** How many the bank has acknowledged, and how many of them are approved. */
  get counts(): { readonly made: number; readonly approved: number } {
    const approved = this.entries.filter(({ isApproved }) => isApproved).length;
    return { made: this.entries.length, approved };
  }

  private async read({ tpp, path, readings }: Entry, when: string): Promise<string> {
    const { status, text, json } = await tpp.call({ method: 'GET', path: `${path}/status` });
    const { transactionStatus } = (json ?? {}) as { readonly transactionStatus?: string };
    const seen = status === 200 ? (transactionStatus ?? text) : answerIn(status, text);
    if (readings.at(-1)?.status !== seen) readings.push({ when, status: seen });
    return seen;
  }

  private entryOf(paymentId: string): Entry {
    const found = this.entries.find((entry) => entry.paymentId === paymentId);
    if (found === undefined) throw new Error(`the book has no payment ${paymentId}`);
    return found;
  }

  private async each(work: (entry: Entry) => Promise<unknown>): Promise<void> {
    const waiting = [...this.entries];
    const reader = async () => {
      for (let entry = waiting.pop(); entry !== undefined; entry = waiting.pop()) await work(entry);
    };
    await Promise.all(Array.from({ length: readersAtOnce }, reader));
  }
}

const answerIn = (status: number, text: string) => `${String(status)} ${text.slice(0, 200)}`;
