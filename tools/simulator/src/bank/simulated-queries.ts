import { setTimeout as delay } from 'node:timers/promises';
import type { QueriedService, ServiceQuery } from '@nordgate/contracts/queries';
import { InProcessQueries, ServiceUnavailableError } from '@nordgate/service';
import type { InstanceAnswer, Queries, QueryExecutor } from '@nordgate/service';
import { neverResolved, outsideProcesses } from '../clock/process-owner.js';
import type { ProcessOwner } from '../clock/process-owner.js';
import type { Faults } from '../clock/faults.js';
import type { AnswerQuery } from '../planted/answer-query.js';

const wayMsMax = 4;
/** An answer of before: the service has gone on when it arrives. */
const lateMs = 2500;
/** How long a process waits for one that is frozen. */
const patienceMs = 2000;

interface Answering {
  readonly owner: ProcessOwner;
  readonly queries: InProcessQueries;
}

/** The processes that answer queries at present, by their service: the network between them. */
export class QueryNetwork {
  readonly #services = new Map<QueriedService, Answering[]>();
  #turn = 0;

  constructor(
    private readonly faults: Faults,
    /** Answers instead of the services, for a planted bug. */
    private readonly answering: AnswerQuery = (_query, ask) => ask(),
  ) {}

  /**
   * The queries of one process: those of others, and its answers.
   *
   * @param onQuery called at each query and at its answer; may end the process
   */
  of(owner: ProcessOwner, onQuery?: (owner: ProcessOwner, where: string) => void): Queries {
    const own = new InProcessQueries();
    const plain = <Answer>(query: ServiceQuery<Answer>) =>
      owner.whileAlive(outsideProcesses(() => this.#ask(query, owner)));
    const ask = onQuery === undefined ? plain : watched(plain, owner, onQuery);
    return {
      register: (service: QueriedService, bus: QueryExecutor) => {
        own.register(service, bus);
        this.#services.set(service, [...this.#alive(service), { owner, queries: own }]);
      },
      has: (service: QueriedService) => own.has(service),
      ask,
      askEach: async <Answer>(query: ServiceQuery<Answer>) => [
        { answer: await ask(query) } as unknown as InstanceAnswer<Answer>,
      ],
      answer: own.answer.bind(own),
    } as unknown as Queries;
  }

  #alive(service: QueriedService): Answering[] {
    return (this.#services.get(service) ?? []).filter(({ owner }) => owner.isAlive);
  }

  /** Asks the processes of a service in turn. */
  async #ask<Answer>(query: ServiceQuery<Answer>, asker: ProcessOwner): Promise<Answer> {
    const { service } = query.constructor as unknown as { readonly service: QueriedService };
    await delay(this.faults.latencyMs(wayMsMax));
    const alive = this.#alive(service);
    const answering = alive[(this.#turn += 1) % alive.length];
    if (answering === undefined) throw unavailable(service);
    const { owner, queries } = answering;
    if (owner.isFrozen) {
      await delay(patienceMs);
      throw unavailable(service);
    }
    const ask = () => owner.run(() => queries.ask(query));
    const answer = await Promise.race([this.answering(query, ask, asker), endOf(owner, service)]);
    if (this.faults.happens('answer late', service)) await delay(lateMs);
    await delay(this.faults.latencyMs(wayMsMax));
    return answer;
  }
}

type Ask = <Answer>(query: ServiceQuery<Answer>) => Promise<Answer>;

function watched(
  ask: Ask,
  owner: ProcessOwner,
  onQuery: (owner: ProcessOwner, where: string) => void,
): Ask {
  return async (query) => {
    const { name } = query.constructor;
    onQuery(owner, `query ${name}`);
    if (!owner.isAlive) return neverResolved();
    const answer = await heldBy(owner, ask(query));
    onQuery(owner, `answer ${name}`);
    return owner.isAlive ? answer : neverResolved();
  };
}

/** The answer of another process, once the process that has asked goes on. */
async function heldBy<T>(owner: ProcessOwner, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } finally {
    if (owner.isFrozen) await owner.thawed();
  }
}

const lookMs = 200;

/** Rejects when the process that answers ends: its connection is closed. */
async function endOf(owner: ProcessOwner, service: QueriedService): Promise<never> {
  await owner.ended;
  await delay(lookMs);
  throw unavailable(service);
}

function unavailable(service: QueriedService): Error {
  return new ServiceUnavailableError(`${service} does not answer`);
}
