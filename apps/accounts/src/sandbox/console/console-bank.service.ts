import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { TracedSpan } from '@nordgate/contracts/commands';
import {
  ActInOtherChannel,
  FindKeptRequests,
  GetApprovedPayments,
  GetSandboxCustomers,
  GetTppAdmission,
  GetTppBaskets,
  GetTppPayments,
  GetTppRequests,
  GetWorld,
} from '@nordgate/contracts/queries';
import type {
  BankActOutcome,
  ConsoleHolder,
  KeptRequest,
  SandboxCustomer,
  ShownPayment,
  ShownStream,
  TppAdmission,
  World,
} from '@nordgate/contracts/queries';
import { dayInOslo, publicIdOf, streams } from '@nordgate/contracts/rules';
import type { ResourceKind } from '@nordgate/contracts/rules';
import type { TopicName } from '@nordgate/contracts/topics';
import { defined } from '@nordgate/decider';
import { commandMessage } from '@nordgate/messaging';
import type { Bus } from '@nordgate/messaging';
import { BUS, QUERIES, sandboxName, ServiceUnavailableError, worldNow } from '@nordgate/service';
import type { InstanceQueries, QueryClient } from '@nordgate/service';
import { keptSpans } from '@nordgate/telemetry';
import { CONSOLE_SETTINGS } from './console.settings.js';
import type { ConsoleSettings } from './console.settings.js';
import { mergedRequests } from './tpp-requests.js';
import type { TppRequests } from './tpp-requests.js';
import { kindOfService } from './world-moments.js';

/** A command of a TPP, in real time where no world is given. */
interface Told {
  readonly data: object;
  readonly tpp: string;
  readonly request: string;
  readonly world?: Pick<World, 'aheadMs'>;
}

/** Approvals that the order book may not have seen: those of the last moment. */
const awaitsMax = 100;

/** What the console asks and tells the bank in the name of one TPP. Queries throw ServiceUnavailableError. */
@Injectable()
export class ConsoleBank {
  constructor(
    @Inject(QUERIES) private readonly queries: QueryClient & InstanceQueries,
    @Inject(BUS) private readonly bus: Bus,
    @Inject(CONSOLE_SETTINGS) private readonly settings: ConsoleSettings,
  ) {}

  /** Whether the gateways take requests of the TPP now: one that refuses counts. Throws when no gateway answers. */
  async admission(holder: ConsoleHolder): Promise<TppAdmission> {
    const answers = await this.queries.askEach(new GetTppAdmission(holder));
    const given = answers.flatMap((one) => ('answer' in one ? [one.answer] : []));
    const admission = given.find(({ is }) => is === 'refused') ?? given[0];
    if (admission !== undefined) return admission;
    throw new ServiceUnavailableError('no gateway says whether the TPP may act');
  }

  /**
   * Lets the bank act in another channel. Each gateway is asked, with one X-Request-ID: the act is done once. Throws when no
   * gateway answers.
   */
  async act(
    tpp: string,
    { act, id, body }: Pick<ActInOtherChannel, 'act' | 'id' | 'body'>,
  ): Promise<BankActOutcome> {
    const query = new ActInOtherChannel(tpp, randomUUID(), act, id, body);
    const answers = await this.queries.askEach(query);
    const given = answers.flatMap((one) => ('answer' in one ? [one.answer] : []));
    const outcome = given.find(({ is }) => is === 'done') ?? given[0];
    if (outcome !== undefined) return outcome;
    throw new ServiceUnavailableError('no gateway acts for the TPP');
  }

  /** The last requests of the TPP at all gateways. Throws when no gateway answers. */
  async requests(tpp: string): Promise<TppRequests> {
    const answers = await this.queries.askEach(new GetTppRequests(tpp));
    const merged = mergedRequests(answers);
    if (merged.silent.length < answers.length) return merged;
    throw new ServiceUnavailableError(`no gateway answers: ${merged.silent.join(', ')}`);
  }

  /** The spans of a request that the gateways and this process keep; none where traces are not recorded. */
  async spansOf({ id, requestId, traceId }: KeptRequest): Promise<readonly TracedSpan[]> {
    if (traceId === null) return [];
    const own = keptSpans(traceId) ?? [];
    if (requestId === null) return own;
    const answers = await this.queries.askEach(new FindKeptRequests(requestId));
    const found = answers.flatMap((one) => ('answer' in one ? one.answer : []));
    return [
      ...own,
      ...found.filter(({ request }) => request.id === id).flatMap(({ spans }) => spans),
    ];
  }

  /** The customers of the TPP's world in the order of their first accounts, as the log-in of the sandbox lists them. */
  async customers(tpp: string): Promise<readonly SandboxCustomer[]> {
    const firstAccountOf = ({ accounts }: SandboxCustomer) => accounts[0]?.bban ?? '~';
    const generation = await this.generation(tpp);
    if (generation === undefined) return [];
    const customers = await this.queries.ask(new GetSandboxCustomers(generation));
    return customers.toSorted((a, b) => firstAccountOf(a).localeCompare(firstAccountOf(b)));
  }

  /** The payments of the TPP, with the ids that the TPP knows. */
  async payments(tpp: string): Promise<readonly ShownPayment[]> {
    const generation = await this.generation(tpp);
    if (generation === undefined) return [];
    const payments = await this.queries.ask(new GetTppPayments(tpp, generation));
    return payments.map((one) => ({
      ...one,
      id: this.idOf(kindOfService[one.service], one.id, tpp),
    }));
  }

  /** The baskets of the TPP, with the ids that the TPP knows. */
  async baskets(tpp: string): Promise<readonly ShownStream[]> {
    const generation = await this.generation(tpp);
    if (generation === undefined) return [];
    const baskets = await this.queries.ask(new GetTppBaskets(tpp, generation));
    return baskets.map((one) => ({ ...one, id: this.idOf('basket', one.id, tpp) }));
  }

  /**
   * Starts a run for the payments that are due today, the newest approvals included. Resolves when the command cannot get
   * lost, with false where the TPP has no world, in which nothing is due.
   */
  async runBatch(tpp: string): Promise<boolean> {
    const world = await this.world(tpp);
    if (world === null) return false;
    const { generation } = world;
    const stream = streams.schedule.id(generation, 'sandbox');
    const request = `${tpp}/${randomUUID()}`;
    const data = {
      day: dayInOslo(worldNow(world)),
      request,
      by: tpp,
      ...(await this.awaited(tpp, generation)),
    };
    await this.tell('batch.commands.v1', 'OpenRun', stream, { data, tpp, request, world });
    return true;
  }

  /** Begins a reset of the TPP's world. Resolves when the command cannot get lost. */
  async reset(tpp: string): Promise<void> {
    const stream = streams.sandbox.id(sandboxName);
    const request = `${tpp}/${randomUUID()}`;
    const data = { tpp };
    await this.tell('accounts.commands.v1', 'InitialiseWorld', stream, { data, tpp, request });
  }

  /** What the order book may not have seen. */
  private async awaited(tpp: string, generation: number) {
    const approved = await this.queries.ask(new GetApprovedPayments(tpp, generation));
    const awaits = approved.slice(0, awaitsMax);
    return awaits.length > 0 ? { awaits } : {};
  }

  /** The generation of the TPP's world, 0 where all TPPs share that of a core; undefined before its first request. */
  private async generation(tpp: string): Promise<number | undefined> {
    return (await this.world(tpp))?.generation;
  }

  private world(tpp: string): Promise<World | null> {
    return this.queries.ask(new GetWorld({ tpp }));
  }

  private idOf(kind: ResourceKind, streamId: string, tpp: string): string {
    return publicIdOf({ kind, streamId }, tpp, this.settings.ids);
  }

  private tell(
    topic: TopicName,
    type: string,
    stream: string,
    { data, tpp, request, world = {} }: Told,
  ): Promise<void> {
    const { aheadMs } = world;
    const meta = { at: worldNow(world).toISOString(), ...defined({ aheadMs }), actor: tpp };
    const command = { id: `${stream}/${request}`, type, stream, data, meta };
    return this.bus.publish(topic, [commandMessage(command, 'accounts')]);
  }
}
