import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type {
  AccountReport,
  AgreementReport,
  CoreAccountReport,
  CoreReport,
  CustomerReport,
  TransferOrdered,
} from '@nordgate/contracts/core';
import type { Outcome } from '@nordgate/contracts/events';
import { streams } from '@nordgate/contracts/rules';
import type { SealKeys } from '@nordgate/contracts/rules';
import type { TopicName } from '@nordgate/contracts/topics';
import { coreMessage } from '@nordgate/messaging';
import type { Bus, Consumption, ReceivedMessage } from '@nordgate/messaging';
import { CoreBooks } from './core-books.js';
import { CoreStatements } from './core-statements.js';
import { answerOf } from './manners.js';
import type { Manner } from './manners.js';
import { orderFaultOf } from './order-check.js';
import type { OrderFault } from './order-check.js';

/** Where a fake core lives. */
export interface FakeCoreOptions {
  readonly bus: Pick<Bus, 'publish' | 'consume'>;
  /** Before each outcome. Default: none. */
  readonly delayMs?: number;
  /** Whether it tells of customers, accounts and entries. Default true. */
  readonly reportsAccounts?: boolean;
  /** Whether it tells of entries and reservations. Default true; false for a bank that reads its books. */
  readonly reportsEntries?: boolean;
  /** Where it writes down what a bank reads of its books: those of a server. Default: its own. */
  readonly statements?: CoreStatements;
  /** Public keys of sca: without them it believes every order. */
  readonly approvalKeys?: SealKeys;
  readonly onError?: (error: unknown) => void;
}

/** An order that nothing proves: the core moves no money, says nothing, and calls its operator. */
export interface Refusal {
  readonly executionId: string;
  readonly fault: OrderFault;
}

/** What the core knows of one transfer. */
interface Known {
  readonly outcomes: readonly Outcome[];
  /** How many orders of it came: repeats and reminders, too. */
  readonly orders: number;
}

const source = '/fake-core';
const retryMs = 100;

/**
 * A bank's core system for tests and trials (docs/adr/0036). It moves money between its accounts once for
 * each transfer, reports what it did, and misbehaves when asked to. It keeps everything in memory.
 */
export class FakeCore {
  private readonly books = new CoreBooks();
  private readonly known = new Map<string, Known>();
  private stopping = new AbortController();
  private readonly answering = new Set<Promise<void>>();
  private consumption: Consumption | undefined;
  private lastSequence = 0;
  private manner: Manner = 'well';
  private readonly refusals: Refusal[] = [];

  private readonly statements: CoreStatements;

  constructor(private readonly options: FakeCoreOptions) {
    this.statements = options.statements ?? new CoreStatements();
  }

  /** Takes orders from now on; after a stop with the books as they were. */
  async start(): Promise<void> {
    this.stopping = new AbortController();
    this.consumption = await this.options.bus.consume({
      ...{ topic: 'core.instructions.v1', group: 'fake-core' },
      handle: ({ messages }) => {
        for (const message of messages) this.take(message);
        return Promise.resolve();
      },
    });
  }

  /** Takes no more orders, and gives up what it has not said yet. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.consumption?.stop();
    await Promise.all(this.answering);
  }

  /** How it answers the orders from now on. */
  behave(manner: Manner): void {
    this.manner = manner;
  }

  balanceOf(bban: string): string {
    return this.books.balanceOf(bban);
  }

  /** How many orders of a transfer have come, with repeats and reminders. */
  ordersOf(executionId: string): number {
    return this.known.get(executionId)?.orders ?? 0;
  }

  /** The orders that were refused, oldest first. */
  get refused(): readonly Refusal[] {
    return this.refusals;
  }

  async reportCustomer(data: CustomerReport): Promise<void> {
    const subject = streams.customer.id(data.customerId);
    await this.reportState('core.customers.v1', subject, { type: 'CustomerReported', data });
  }

  async reportAgreement(data: AgreementReport): Promise<void> {
    const subject = streams.agreement.id(data.agreementId);
    await this.reportState('core.customers.v1', subject, { type: 'AgreementReported', data });
  }

  /** Opens or changes an account. */
  async reportAccount(data: AccountReport): Promise<void> {
    this.books.keep(data);
    const subject = streams.account.id(data.accountId);
    await this.reportBooks(subject, { type: 'AccountReported', data });
  }

  /** Says something of an account or a card that no transfer causes: a card account, a reservation, a limit. */
  async reportOnAccount(report: CoreAccountReport): Promise<void> {
    const { data } = report;
    const subject =
      'cardAccountId' in data
        ? streams.cardAccount.id(data.cardAccountId)
        : streams.account.id(data.accountId);
    await this.reportBooks(subject, report);
  }

  /** Says something of a transfer that nobody asked for, such as an outcome on another day. */
  async reportOutcome(executionId: string, outcome: Outcome): Promise<void> {
    const subject = streams.execution.id(executionId);
    const report = { type: 'TransferReported', data: { executionId, outcome } } as const;
    await this.publish('core.outcomes.v1', subject, report);
  }

  private take({ value }: ReceivedMessage): void {
    const answer = this.answer(JSON.parse(value) as TransferOrdered['data'])
      .catch((error: unknown) => this.options.onError?.(error))
      .finally(() => this.answering.delete(answer));
    this.answering.add(answer);
  }

  private async answer(order: TransferOrdered['data']): Promise<void> {
    const { executionId, reminder } = order;
    if (this.refuses(order)) return;
    const due = await this.carryOut(order);
    const { outcomes, isNonsense } = answerOf(this.manner, due, reminder);
    for (const outcome of outcomes) {
      await this.wait(this.options.delayMs ?? 0);
      await this.reportOutcome(executionId, outcome);
    }
    if (!isNonsense) return;
    const report = { type: 'TransferReported', data: { executionId, outcome: 'well' } };
    await this.publish('core.outcomes.v1', streams.execution.id(executionId), report);
  }

  /** Nothing is kept of a refused order: the true one with the same id is carried out. */
  private refuses(order: TransferOrdered['data']): boolean {
    const { approvalKeys } = this.options;
    if (approvalKeys === undefined) return false;
    const isOwn = (debtor: string, creditor: string) => this.books.haveOneOwner(debtor, creditor);
    const fault = orderFaultOf(order, approvalKeys, isOwn);
    if (fault === undefined) return false;
    this.refusals.push({ executionId: order.executionId, fault });
    this.options.onError?.(new Error(`the order ${order.executionId} is refused: ${fault}`));
    return true;
  }

  /** Moves the money for the first order, and answers what is to be said; a repeat gets the last outcome. */
  private async carryOut(order: TransferOrdered['data']): Promise<readonly Outcome[]> {
    const { executionId } = order;
    const before = this.known.get(executionId);
    if (before !== undefined) {
      this.known.set(executionId, { ...before, orders: before.orders + 1 });
      return before.outcomes.slice(-1);
    }
    const carried = this.books.carryOut(order);
    const outcomes = outcomesOf(carried);
    this.known.set(executionId, { outcomes, orders: 1 });
    const entries = carried.is === 'moved' ? carried.entries : [];
    for (const data of entries) {
      const subject = streams.account.id(data.accountId);
      await this.reportBooks(subject, { type: 'EntryReported', data });
    }
    return outcomes;
  }

  private async reportState(topic: TopicName, subject: string, report: CoreReport): Promise<void> {
    if (this.options.reportsAccounts !== false) await this.publish(topic, subject, report);
  }

  /** Writes down what happened on an account, and tells of it. */
  private async reportBooks(subject: string, report: CoreAccountReport): Promise<void> {
    this.statements.follow(report);
    const isOfEntries = /Entry|Pending/u.test(report.type);
    if (isOfEntries && this.options.reportsEntries === false) return;
    await this.reportState('core.entries.v1', subject, report);
  }

  /** Tries again until the bus has the message or this core stops: a core loses nothing. */
  private async publish(
    topic: TopicName,
    subject: string,
    { type, data }: { readonly type: string; readonly data: unknown },
  ): Promise<void> {
    this.lastSequence = Math.max(this.lastSequence + 1, Date.now() * 1000);
    const [id, sequence, time] = [randomUUID(), this.lastSequence, new Date().toISOString()];
    const message = coreMessage({ id, type, source, subject, sequence, time, data });
    while (!this.stopping.signal.aborted) {
      try {
        return await this.options.bus.publish(topic, [message]);
      } catch (error) {
        this.options.onError?.(error);
        await this.wait(retryMs);
      }
    }
  }

  private async wait(ms: number): Promise<void> {
    if (ms === 0) return;
    const { signal } = this.stopping;
    await pause(ms, undefined, { signal }).catch(() => undefined);
  }
}

function outcomesOf(carried: ReturnType<CoreBooks['carryOut']>): readonly Outcome[] {
  if (carried.is === 'declined') return [{ is: 'declined', reason: carried.reason }];
  const { declined } = carried;
  const started = declined.length === 0 ? {} : { declined };
  return [{ is: 'started', ...started }, { is: 'settled' }];
}
