import { Chance } from '@nordgate/chaos/chance';
import { instantInOslo } from '@nordgate/contracts/calendar';
import { defined } from '@nordgate/decider';
import type { Operation } from '@nordgate/linearisability/recorder';
import type { Surroundings } from './bank/bank-process.js';
import type { BankTemplate } from './bank/bank-template.js';
import type { BankDatabases, DatabaseServer } from './bank/database-server.js';
import { setWeather } from './bank/driver.js';
import { closeAll, openOutside } from './bank/open-databases.js';
import { awaitRest, isAnythingDue, readAtRest } from './bank/rest.js';
import type { Resting } from './bank/rest.js';
import { SimulatedBank } from './bank/simulated-bank.js';
import { QueryNetwork } from './bank/simulated-queries.js';
import type { Broker } from './bus/broker.js';
import { Faults } from './clock/faults.js';
import type { Strike } from './clock/faults.js';
import { placeOf } from './clock/process-owner.js';
import type { ProcessOwner } from './clock/process-owner.js';
import { seedRandomness } from './clock/seeded-randomness.js';
import { realMs, SimulatedClock } from './clock/simulated-clock.js';
import { gathered } from './laws/gathered.js';
import { violationsIn } from './laws/simulated-laws.js';
import { changingStatements, withBug } from './planted/planted-bugs.js';
import { RunRecord } from './run-record.js';
import type { SeedOptions, SeedResult } from './seed.js';
import { disturb } from './workload/disturbances.js';
import { Gateways } from './workload/gateways.js';
import { peopleOf } from './workload/psu.js';
import type { Person } from './workload/psu.js';
import { oneSession, recordCalls } from './workload/simulated-calls.js';
import { timeOfRun } from './workload/time-of-run.js';
import type { TimeOfRun } from './workload/time-of-run.js';
import { Workload } from './workload/workload.js';

/** Runs one seed on copies of the template, and judges what is left. */
export async function runSeed(
  server: DatabaseServer,
  template: BankTemplate,
  options: SeedOptions,
): Promise<SeedResult> {
  seedRandomness(options.seed);
  const startedMs = realMs();
  const databases = await server.copy(template.databases);
  const run = new SeedRun(server, template, databases, options);
  run.ended('copy', startedMs);
  await run.play();
  const result = run.result();
  await run.end();
  await databases.drop();
  return result;
}

/** Simulated time within which every step of a run ends. */
const limitMs = 600_000;
const lastRunsMax = 2;

class SeedRun {
  readonly #clock: SimulatedClock;
  readonly #faults: Faults;
  readonly #broker: Broker;
  readonly #bank: SimulatedBank;
  readonly #gateways: Gateways;
  readonly #chance: Chance;
  readonly #record = new RunRecord(() => this.#clock.elapsedMs);
  readonly #time: TimeOfRun;
  #people: readonly Person[] = [];
  readonly #violations: string[] = [];
  readonly #parts: Record<string, number> = {};
  readonly #calls = new Set<string>();
  readonly #crashedAt = new Set<string>();
  #statements = 0;
  #operations: readonly Operation[] = [];

  constructor(
    server: DatabaseServer,
    private readonly template: BankTemplate,
    private readonly databases: BankDatabases,
    private readonly options: SeedOptions,
  ) {
    const { seed, rate, replicas, gateways, isRecorded, spared = new Set() } = options;
    this.#chance = new Chance(seed);
    this.#clock = SimulatedClock.install(server.beginMs(template.endMs));
    const onStrike = ({ number, fault, where }: Strike) =>
      this.#record.say(`fault ${String(number)}: ${fault} (${where})`);
    this.#faults = new Faults(this.#chance.fork(), { rate, spared, onStrike });
    this.#time = timeOfRun(this.#chance);
    if (this.#time === 'differs') this.#clock.letProcessesDiffer();
    this.#broker = template.broker.clone();
    this.#clock.onTimer = (owner) =>
      this.#crashAt('crash at a timer', owner, placeOf(owner.name, 'timer'));
    const { faults, onCall } = { faults: this.#faults, onCall: this.#onDatabaseCall };
    setWeather({ faults, onCall, changed: changingStatements(options.bug) });
    const surroundings = this.#surroundings();
    this.#bank = new SimulatedBank({ surroundings, cut: server.cut, ...defined({ replicas }) });
    this.#gateways = new Gateways({
      ...{ surroundings, generation: template.generation, doesWorldMove: this.#time === 'moves' },
      ...defined({ count: gateways, tppSessionId: isRecorded === true ? oneSession : undefined }),
    });
  }

  /** Runs the bank, the workload and the laws. What goes wrong is a violation. */
  async play(): Promise<void> {
    try {
      await this.#part('start', () => this.#start());
      await (this.options.isRecorded === true ? this.#recordCalls() : this.#workAndJudge());
    } catch (error) {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      this.#violations.push(`the run failed: ${text}`);
    }
  }

  async #workAndJudge(): Promise<void> {
    const workload = await this.#part('people', () => this.#workload());
    this.#faults.begin();
    const work = () => Promise.all([this.#disturb(this.#time), workload.run()]);
    await this.#part('workload', () => this.#within(work()));
    this.#faults.calm();
    const resting = await this.#part('rest', () => this.#rest(workload));
    await this.#part('laws', () => this.#judge(resting));
  }

  /** What clients asked and were answered. porcupine judges it, in another program. */
  async #recordCalls(): Promise<void> {
    const { seed } = this.options;
    const { generation } = this.template;
    const people = await this.#part('people', () => this.#meet());
    const parties = { bank: this.#bank, gateways: this.#gateways, people, generation };
    this.#faults.begin();
    const recorded = recordCalls({ ...parties, seed, chance: this.#chance.fork() });
    const both = Promise.all([recorded, this.#disturb('passes')]);
    [this.#operations] = await this.#part('clients', () => this.#within(both));
  }

  /** Notes how long a part took. */
  ended(part: string, startedMs: number): void {
    this.#parts[part] = realMs() - startedMs;
  }

  /** What the run has shown. */
  result(): SeedResult {
    for (const text of this.#violations) this.#record.say(`violation ${text}`);
    const { fired: timers, elapsedMs: simulatedMs } = this.#clock;
    return {
      seed: this.options.seed,
      violations: this.#violations,
      strikes: this.#faults.happened,
      calls: this.#calls,
      crashedAt: this.#crashedAt,
      operations: this.#operations,
      ...this.#record.result,
      ...{ statements: this.#statements, timers, simulatedMs, parts: this.#parts },
    };
  }

  /** Ends the bank and its clock, and leaves nothing that refers to them. */
  async end(): Promise<void> {
    this.#bank.end();
    this.#gateways.end();
    await this.#clock.end();
    setWeather(undefined);
  }

  async #start(): Promise<void> {
    await this.#within(this.#bank.start());
    await this.#within(this.#gateways.start());
  }

  #disturb(time: TimeOfRun): Promise<void> {
    const { replicas = 1, gateways: gatewayCount = 1 } = this.options;
    const processes = { bank: this.#bank, gateways: this.#gateways, replicas, gatewayCount };
    const { say } = this.#record;
    return disturb({ ...processes, time, chance: this.#chance.fork(), say });
  }

  readonly #jump = (ms: number, why: string): void => {
    this.#clock.jump(ms);
    this.#record.say(`all clocks jump by ${String(ms)} ms: ${why}`);
  };

  async #workload(): Promise<Workload> {
    const { generation } = this.template;
    const people = await this.#meet();
    return new Workload({
      ...{ bank: this.#bank, gateways: this.#gateways, generation, people },
      chance: this.#chance.fork(),
      ...{ note: this.#record.note, noteRead: this.#record.noteRead },
      ...{ time: this.#time, jump: this.#jump },
    });
  }

  async #meet(): Promise<readonly [Person, Person]> {
    const people = await this.#within(peopleOf(this.#gateways, this.template.generation));
    this.#people = people;
    return people;
  }

  /** Waits until everything is handled and executed. Every group reads again what it has not committed. */
  async #rest(workload: Workload): Promise<Resting> {
    const isWhole = await this.#clock.runUntil(
      () => this.#bank.isWhole && this.#gateways.isWhole,
      limitMs,
    );
    if (!isWhole) throw new Error('a process is down');
    this.#broker.rebalanceAll();
    const outside = openOutside(this.databases);
    let marks = await this.#within(awaitRest(outside, this.#broker));
    if (this.#time === 'jumps') this.#jumpToLastDay(workload);
    for (let runs = 0; runs < lastRunsMax; runs += 1) {
      const { at } = await this.#within(this.#gateways.moment());
      if (!(await this.#within(isAnythingDue(outside, new Date(at))))) break;
      await this.#within(workload.requestRun());
      marks = await this.#within(awaitRest(outside, this.#broker));
    }
    return { outside, marks };
  }

  /** To the noon of the last day on which a payment is due. */
  #jumpToLastDay({ lastDay }: Workload): void {
    if (lastDay === '') return;
    const ms = instantInOslo(lastDay, '12:00').getTime() - SimulatedClock.nowMs();
    if (ms > 0) this.#jump(ms, 'the last day');
  }

  async #judge(resting: Resting): Promise<void> {
    const { outside } = resting;
    const { history } = this.#record;
    const { gateways, people } = { gateways: this.#gateways, people: this.#people };
    const gather = () => gathered(outside, this.#broker, history, { gateways, people });
    const evidence = await this.#within(readAtRest(resting, this.#broker, gather));
    this.#violations.push(...violationsIn(evidence));
    await this.#within(closeAll(outside));
  }

  #within<T>(work: Promise<T>): Promise<T> {
    return this.#clock.run(work, limitMs);
  }

  async #part<T>(name: string, act: () => Promise<T>): Promise<T> {
    const startedMs = realMs();
    try {
      return await act();
    } finally {
      this.ended(name, startedMs);
    }
  }

  #surroundings(): Surroundings {
    const { bug, gateways } = this.options;
    return {
      ...(bug !== undefined && { definitionOf: (one) => withBug(one, bug) }),
      ...(bug?.busOf !== undefined && { busOf: bug.busOf }),
      ...(bug?.isAlone !== undefined && { isAlone: bug.isAlone }),
      broker: this.#broker,
      faults: this.#faults,
      network: new QueryNetwork(this.#faults, bug?.answers?.()),
      databaseUrl: this.databases.url,
      trace: this.#record.say,
      onCall: (owner, where) => this.#onCall('crash at a bus call', owner, where),
      // A gateway that cannot crash draws nothing at its queries.
      ...(gateways !== undefined && { onQuery: this.#onQuery }),
    };
  }

  readonly #onDatabaseCall = (owner: ProcessOwner, where: string): void => {
    this.#statements += where.startsWith('sql') ? 1 : 0;
    this.#onCall('crash at a database call', owner, where);
  };

  readonly #onQuery = (owner: ProcessOwner, where: string): void => {
    if (this.#gateways.mayCrash(owner.name)) this.#onCall('crash of a gateway', owner, where);
  };

  #onCall(fault: Strike['fault'], owner: ProcessOwner, where: string): void {
    const place = placeOf(owner.name, where);
    this.#record.say(place);
    this.#calls.add(place);
    this.#crashAt(fault, owner, place);
  }

  #crashAt(fault: Strike['fault'], owner: ProcessOwner, place: string): void {
    const { name } = owner;
    const isGateway = this.#gateways.mayCrash(name);
    const crash = isGateway ? 'crash of a gateway' : fault;
    if (!owner.isAlive || !this.#faults.happens(crash, place)) return;
    this.#crashedAt.add(place);
    if (isGateway) this.#gateways.kill(name);
    else this.#bank.kill(name);
  }
}
