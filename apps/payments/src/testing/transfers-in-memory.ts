import type { PaymentReceipt } from '@nordgate/contracts/commands';
import { isRefusal, refusalIn } from '@nordgate/decider';
import type { AnyStreamType, DomainEvent, Refusal } from '@nordgate/decider';
import { publishTested } from '@nordgate/decider/testing';
import type { Written } from '@nordgate/decider/testing';
import type { ExemptionBounds } from '../domain/exemptions.js';
import type { Payment } from '../domain/payment.js';
import { initiateOwnTransfer } from '../initiate/initiate-payment.js';
import type { InitiateOwnTransfer } from '../initiate/initiate-payment.js';

/** Payments and the exemptions of customers in memory, for the decider that writes both. */
export class TransfersInMemory {
  readonly #states = new Map<string, unknown>();
  readonly #histories = new Map<string, DomainEvent[]>();
  readonly written: Written[] = [];

  constructor(private readonly bounds: ExemptionBounds | undefined) {}

  /** Decides and applies the command; answers as payments does. */
  initiate(command: InitiateOwnTransfer): PaymentReceipt | Refusal {
    const decisions = initiateOwnTransfer(this.bounds).decide(command, {
      ids: [],
      facts: { holderOf: () => undefined },
      stateOf: (type, stream) => this.#stateOf(type, stream) as typeof type.initial,
    });
    const streams = new Set([command.stream, ...decisions.map(({ stream }) => stream)]);
    const given = [...streams].map((stream) => ({
      stream,
      events: this.#histories.get(stream) ?? [],
    }));
    publishTested({ command, given, found: [], claims: [], decisions });
    const refusal = refusalIn(decisions);
    if (refusal !== undefined) return refusal;
    for (const { type, stream, decision } of decisions) {
      for (const event of isRefusal(decision) ? [] : decision) this.#apply(type, stream, event);
    }
    const payment = this.#states.get(command.stream) as Payment;
    return initiateOwnTransfer(this.bounds).receipt(payment);
  }

  #stateOf(type: AnyStreamType, stream: string): unknown {
    return this.#states.get(stream) ?? type.initial;
  }

  #apply(type: AnyStreamType, stream: string, event: DomainEvent): void {
    const after = this.#histories.get(stream) ?? [];
    this.written.push({ event, after });
    this.#histories.set(stream, [...after, event]);
    const evolve = type.evolve as (state: unknown, event: DomainEvent) => unknown;
    this.#states.set(stream, evolve(this.#stateOf(type, stream), event));
  }
}
