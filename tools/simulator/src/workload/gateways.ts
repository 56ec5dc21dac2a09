import { setTimeout as delay } from 'node:timers/promises';
import type { ServiceQuery, World } from '@nordgate/contracts/queries';
import { BankProcess } from '../bank/bank-process.js';
import type { Surroundings } from '../bank/bank-process.js';
import { restartDelayMs } from '../bank/simulated-bank.js';
import { neverResolved, outsideProcesses } from '../clock/process-owner.js';
import type { ProcessOwner } from '../clock/process-owner.js';
import { GatewayPart } from './gateway-part.js';
import { NoAnswerError } from './unavailable.js';

/** How long a client waits for an answer. */
const patienceMs = 8_000;
/** Until a client hears that its connection is closed, or that none is accepted. */
const closedMs = 5;

export interface GatewaysOptions {
  readonly surroundings: Surroundings;
  /** The generation of the TPP's world. */
  readonly generation: number;
  /** Whether the clock of the world moves in this run. */
  readonly doesWorldMove: boolean;
  /** So many gateways, each of which may crash. Undefined: one that does not. */
  readonly count?: number;
  /** The TPP-Session-ID of all requests. Undefined: each request has its own, so each approval begins another session. */
  readonly tppSessionId?: string;
}

/** A gateway that runs. */
interface Running {
  readonly process: BankProcess;
  readonly part: GatewayPart;
  /** Whether its clients hear of its end. */
  isEndTold: boolean;
}

/**
 * The gateways of the bank, as their clients see them: a request goes to each of those that run in turn, so the repeat of a
 * request arrives at another one. A gateway that crashes is started again, and knows nothing of before.
 */
export class Gateways {
  readonly #running = new Map<string, Running>();
  readonly #names: readonly string[];
  #turn = 0;

  constructor(private readonly options: GatewaysOptions) {
    const { count = 1 } = options;
    this.#names = Array.from({ length: count }, (_, at) =>
      at === 0 ? 'gateway' : `gateway-${String(at + 1)}`,
    );
  }

  async start(): Promise<void> {
    await Promise.all(this.#names.map((name) => this.#start(name)));
  }

  /** Whether a process is a gateway that may crash. */
  mayCrash(name: string): boolean {
    return this.options.count !== undefined && this.#names.includes(name);
  }

  get isWhole(): boolean {
    return this.#names.every((name) => this.#running.get(name)?.process.owner.isFrozen === false);
  }

  /** The process of a running gateway, each of them in turn. Undefined while all are down. */
  next(): ProcessOwner | undefined {
    return this.#next()?.process.owner;
  }

  /**
   * The answer of one gateway to a request of a client.
   *
   * @throws NoAnswerError when no gateway runs, and when the gateway ends or is silent before it answers
   */
  async request<T>(handle: (gateway: GatewayPart) => Promise<T>): Promise<T> {
    const running = this.#next();
    if (running === undefined) {
      await delay(closedMs);
      throw new NoAnswerError('no gateway runs');
    }
    if (this.options.count === undefined) return handle(running.part);
    const answer = sentBy(running.process.owner, handle(running.part));
    return Promise.race([answer, endOf(running), silence()]);
  }

  /** The answer to a request that is one query. */
  ask<Answer>(query: ServiceQuery<Answer>): Promise<Answer> {
    return this.request((gateway) => gateway.ask(query));
  }

  /** The world of the TPP now. */
  world(): Promise<World | null> {
    return this.request((gateway) => gateway.world());
  }

  /** The time in the world, as a gateway knows it. */
  moment(): ReturnType<GatewayPart['moment']> {
    return this.request((gateway) => gateway.moment());
  }

  /** Ends a gateway without warning, and starts another one later. */
  kill(name: string): void {
    const running = this.#running.get(name);
    if (running === undefined) return;
    this.#running.delete(name);
    const { faults } = this.options.surroundings;
    running.isEndTold = !faults.happens('end of a gateway not told', name);
    running.process.kill();
    outsideProcesses(() => setTimeout(() => void this.#start(name), restartDelayMs(faults)));
  }

  /** Ends all gateways. */
  end(): void {
    for (const { process } of this.#running.values()) process.kill();
    this.#running.clear();
  }

  async #start(name: string): Promise<void> {
    const { surroundings, generation, doesWorldMove, tppSessionId } = this.options;
    const process = new BankProcess(name, surroundings, 'gateway');
    const part = new GatewayPart(process, generation);
    part.doesWorldMove = doesWorldMove;
    part.tppSessionId = tppSessionId;
    await part.connect();
    this.#running.set(name, { process, part, isEndTold: true });
  }

  #next(): Running | undefined {
    const running = this.#names.flatMap((name) => this.#running.get(name) ?? []);
    return running[(this.#turn += 1) % running.length];
  }
}

/** A frozen gateway sends its answer when it goes on. */
async function sentBy<T>(owner: ProcessOwner, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } finally {
    if (owner.isFrozen) await owner.thawed();
  }
}

async function endOf(running: Running): Promise<never> {
  const { owner } = running.process;
  await owner.ended;
  if (!running.isEndTold) return neverResolved();
  await delay(closedMs);
  throw new NoAnswerError(`${owner.name} has closed the connection`);
}

async function silence(): Promise<never> {
  await delay(patienceMs);
  throw new NoAnswerError('a gateway does not answer');
}
