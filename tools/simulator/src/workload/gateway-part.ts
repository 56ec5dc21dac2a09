import type { CommandTopic, SentCommand } from '@nordgate/contracts/commands';
import { isPeriodic } from '@nordgate/contracts/events';
import type { Initiator, PaymentInstruction } from '@nordgate/contracts/events';
import {
  GetBasket,
  GetOpenBaskets,
  GetPayment,
  GetPayments,
  GetWorld,
} from '@nordgate/contracts/queries';
import type {
  ApprovablePayment,
  BasketView,
  ServiceQuery,
  World,
} from '@nordgate/contracts/queries';
import {
  dayInOslo,
  generationLeaseMs,
  streamIdOf,
  streams,
  withoutGeneration,
} from '@nordgate/contracts/rules';
import { defined } from '@nordgate/decider';
import { BusClient, CommandClient, CommandNotAcknowledgedError } from '@nordgate/messaging';
import type { CommandResult } from '@nordgate/messaging';
import type { BankProcess } from '../bank/bank-process.js';
import { profile } from '../bank/simulated-bank.js';
import { neverResolved } from '../clock/process-owner.js';
import { derivedIds, hashOf, tpp } from './derived-ids.js';
import { orUnavailable } from './unavailable.js';

const redirect = 'https://tpp.example/back';

/** How the gateway answers a request. */
export type GatewayAnswer =
  /** `isReceived`: the command is durable, and was not decided in time. */
  | { readonly is: 'acknowledged'; readonly status: string; readonly isReceived?: true }
  | { readonly is: 'refused'; readonly codes: readonly string[] }
  /** 503, or nothing. */
  | { readonly is: 'unknown'; readonly reason: string };

/** What the gateway sends to the services for a TPP, without HTTP, signatures and bodies. */
export class GatewayPart {
  readonly #client: BusClient;
  readonly #commands: CommandClient;
  #world: { readonly aheadMs: number; readonly askedAt: number } | undefined;
  /** Whether the clock of the world moves in this run; otherwise nobody asks where it is. */
  doesWorldMove = false;
  /** The TPP-Session-ID of all requests. Absent: each request has its own, so each approval begins another session. */
  tppSessionId: string | undefined;

  constructor(
    private readonly process: BankProcess,
    /** The generation of the TPP's world. */
    private readonly generation: number,
  ) {
    this.#client = new BusClient(process.bus, 'gateway');
    this.#commands = new CommandClient(this.#client);
  }

  async connect(): Promise<void> {
    await this.process.owner.run(() => this.#client.connect());
  }

  ask<Answer>(query: ServiceQuery<Answer>): Promise<Answer> {
    const { owner, platform } = this.process;
    return owner.isAlive ? owner.run(() => platform.queries.ask(query)) : neverResolved();
  }

  /** The world of the TPP now. */
  world(): Promise<World | null> {
    return this.ask(new GetWorld({ tpp }));
  }

  /** The time in the world, as the gateway knows it for the length of a lease. */
  async moment(): Promise<{ readonly at: string; readonly aheadMs?: number }> {
    const now = this.process.owner.run(() => Date.now());
    const aheadMs = await this.#aheadMs();
    const at = new Date(now + aheadMs).toISOString();
    return aheadMs > 0 ? { at, aheadMs } : { at };
  }

  async #aheadMs(): Promise<number> {
    if (!this.doesWorldMove) return 0;
    const askedAt = performance.now();
    if (this.#world === undefined || askedAt - this.#world.askedAt > generationLeaseMs) {
      this.#world = { aheadMs: (await this.world())?.aheadMs ?? 0, askedAt };
    }
    return this.#world.aheadMs;
  }

  /** Who asks for what a request creates. */
  initiatorOf(requestId: string, redirectUri = redirect): Initiator {
    const { tppSessionId = `session-${requestId}-${String(this.generation)}` } = this;
    return { tpp, tppName: 'Simulated TPP', tppSessionId, redirectUri };
  }

  /** POST of a payment. */
  async initiate(
    requestId: string,
    product: string,
    instruction: PaymentInstruction,
  ): Promise<GatewayAnswer> {
    const service = serviceOf(instruction);
    const route = `/v1/${service}/${product}`;
    const { id, authorisationId } = derivedIds(
      { requestId, route, kind: 'payment' },
      this.generation,
    );
    const stream = streams.payment.id(id);
    const fingerprint = hashOf(JSON.stringify(instruction));
    const data = {
      service,
      product,
      initiator: this.initiatorOf(requestId),
      fingerprint,
      instruction,
      authorisation: { id: authorisationId, tokenHash: hashOf(authorisationId) },
    };
    const command = { id: `${stream}/${fingerprint}`, type: 'InitiatePayment', stream, data };
    return this.#answer('payments.commands.v1', command as never, fingerprint, () =>
      this.ask(new GetPayment(tpp, id)),
    );
  }

  /** DELETE of a payment that nobody has approved. */
  async cancel(requestId: string, paymentId: string): Promise<GatewayAnswer> {
    const stream = streams.payment.id(paymentId);
    const request = streamIdOf(
      { tpp, requestId, generation: this.generation },
      'DELETE',
      paymentId,
    );
    const data = { by: tpp, onlyUnapproved: true, request };
    const command = { id: `${stream}/${request}`, type: 'CancelPayment', stream, data };
    return this.#answer('payments.commands.v1', command as never);
  }

  /** POST of a signing basket with these members. */
  async createBasket(
    requestId: string,
    paymentIds: readonly string[],
    { isMarked = true } = {},
  ): Promise<GatewayAnswer> {
    const created = { requestId, route: basketsRoute, kind: 'basket' } as const;
    const { id, authorisationId } = derivedIds(created, this.generation);
    const fingerprint = hashOf(paymentIds.join());
    const read = () => this.ask(new GetBasket(tpp, id));
    const known = await read();
    if (known !== null) return answerFrom(known);
    const stream = streams.basket.id(id);
    const members = await this.#membersFor(paymentIds, id);
    if ('is' in members) return await this.#refusedOrMade(members, stream, read);
    const data = {
      initiator: this.initiatorOf(requestId, isMarked ? marked(requestId) : redirect),
      fingerprint,
      members: members.map(({ paymentId, authorisationId: of = '' }) => ({
        paymentId,
        authorisationId: of,
      })),
      authorisation: { id: authorisationId, tokenHash: hashOf(authorisationId) },
      facts: members.map(({ paymentId, version, transactionStatus: status, fundsAvailable }) =>
        defined({ paymentId, version, status, fundsAvailable }),
      ),
    };
    const command = { id: `${stream}/${fingerprint}`, type: 'CreateBasket', stream, data };
    const answer = await this.#answer('baskets.commands.v1', command as never, fingerprint, read);
    if (answer.is !== 'acknowledged') return answer;
    // The bank may still refuse a basket that it has accepted late: the laws are about those that there are.
    const view = await read();
    return view === null ? { is: 'unknown', reason: 'undecided' } : answerFrom(view);
  }

  /** A refusal counts once the commands before it are decided: one of them may have made the basket. */
  async #refusedOrMade(
    refusal: GatewayAnswer,
    stream: string,
    read: () => Promise<BasketView | null>,
  ): Promise<GatewayAnswer> {
    if (refusal.is !== 'refused') return refusal;
    const command = { id: `${stream}/decided`, type: 'EnsureDecided', stream, data: {} };
    const result = await this.tell('baskets.commands.v1', command as never, noView);
    if (result === undefined || result.is === 'accepted') return { is: 'unknown', reason: '503' };
    const view = await read();
    return view === null ? refusal : answerFrom(view);
  }

  /** DELETE of a basket. */
  async deleteBasket(requestId: string, basketId: string): Promise<GatewayAnswer> {
    const stream = streams.basket.id(basketId);
    const by = streamIdOf({ tpp, requestId, generation: this.generation }, 'DELETE', basketId);
    const command = { id: `${stream}/${by}`, type: 'DeleteBasket', stream, data: { by } };
    return this.#answer('baskets.commands.v1', command as never);
  }

  /** POST of a run of the batch. Answers with the id of the run. */
  async startRun(requestId: string): Promise<string | undefined> {
    const stream = streams.schedule.id(this.generation, profile.environment);
    const request = `${tpp}/${requestId}`;
    const moment = await this.moment().catch(orUnavailable);
    if (moment === undefined) return undefined;
    const data = { day: dayInOslo(new Date(moment.at)), request, by: tpp };
    const command = { id: `${stream}/${request}`, type: 'OpenRun', stream, data };
    const result = await this.tell('batch.commands.v1', command as never, noView);
    if (result?.is !== 'decided') return undefined;
    const receipt = result.receipt as { readonly runId?: string; readonly followingRunId?: string };
    const runId = receipt.followingRunId ?? receipt.runId;
    // As a TPP sees it.
    return runId === undefined ? undefined : withoutGeneration(runId);
  }

  /** The views of payments, with what a PSU is shown. */
  payments(ids: readonly string[]): Promise<readonly ApprovablePayment[]> {
    return this.ask(new GetPayments(tpp, ids));
  }

  async #membersFor(
    paymentIds: readonly string[],
    basketId: string,
  ): Promise<readonly ApprovablePayment[] | GatewayAnswer> {
    const views = await this.payments(paymentIds);
    const taken = await this.ask(new GetOpenBaskets(paymentIds));
    if (views.length < paymentIds.length) return { is: 'unknown', reason: 'undecided' };
    const byId = new Map(views.map((view) => [view.paymentId, view]));
    const isFree = (id: string) =>
      (taken[id] ?? basketId) === basketId && byId.get(id)?.transactionStatus === 'RCVD';
    if (!paymentIds.every(isFree)) return { is: 'refused', codes: ['REFERENCE_STATUS_INVALID'] };
    return paymentIds.flatMap((id) => byId.get(id) ?? []);
  }

  async #answer(
    topic: CommandTopic,
    command: SentCommand<CommandTopic>,
    fingerprint?: string,
    readView: () => Promise<unknown> = noView,
  ): Promise<GatewayAnswer> {
    const result = await this.tell(topic, command, async () => (await readView()) ?? undefined);
    if (result === undefined) return { is: 'unknown', reason: '503' };
    if (result.is === 'refused') return { is: 'refused', codes: [result.refusal.refused] };
    if (result.is === 'accepted') return { is: 'acknowledged', status: 'RCVD', isReceived: true };
    const receipt = result.receipt as Receipt | null;
    if (fingerprint !== undefined && receipt?.fingerprint !== fingerprint) {
      return { is: 'refused', codes: ['CONFLICT'] };
    }
    if (receipt?.refusal !== undefined) return { is: 'refused', codes: [receipt.refusal.code] };
    return { is: 'acknowledged', status: receipt?.transactionStatus ?? 'RCVD' };
  }

  /** Sends a command in the name of the TPP. Undefined for what the gateway answers with 503. */
  async tell(
    topic: CommandTopic,
    { id, type, stream, data }: SentCommand<CommandTopic>,
    readView: () => Promise<unknown>,
  ): Promise<CommandResult<unknown> | undefined> {
    const moment = await this.moment().catch(orUnavailable);
    if (moment === undefined) return undefined;
    const meta = { ...moment, actor: tpp };
    const asked = this.process.owner.run(() =>
      this.#commands.ask(topic, { id, type, stream, data, meta }, { readView }),
    );
    return await asked.catch((error: unknown) => {
      if (error instanceof CommandNotAcknowledgedError) return undefined;
      throw error;
    });
  }
}

interface Receipt {
  readonly fingerprint?: string;
  readonly transactionStatus?: string;
  readonly refusal?: { readonly code: string };
}

function answerFrom({ refusal, transactionStatus: status }: BasketView): GatewayAnswer {
  if (refusal !== undefined) return { is: 'refused', codes: [refusal.code] };
  return { is: 'acknowledged', status };
}

export const basketsRoute = '/v1/signing-baskets';
/** The service of a payment with this instruction. */
export function serviceOf(instruction: PaymentInstruction): 'payments' | 'periodic-payments' {
  return isPeriodic(instruction) ? 'periodic-payments' : 'payments';
}

const noView = () => Promise.resolve(undefined);

const marked = (requestId: string) => `${redirect}?marker=${requestId.replaceAll('-', '')}`;
