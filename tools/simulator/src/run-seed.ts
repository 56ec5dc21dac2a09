import { createHash } from 'node:crypto';
import { Chance } from '@nordgate/chaos/chance';
import { readHistory } from '@nordgate/chaos/history';
import { judge } from '@nordgate/chaos/law';
import { laws } from '@nordgate/chaos/laws';
import { BankProcess } from './bank/bank-process.js';
import { openOutside } from './bank/bank-template.js';
import type { BankTemplate } from './bank/bank-template.js';
import type { DatabaseServer } from './bank/database-server.js';
import { endSessionsOf, setWeather } from './bank/driver.js';
import { awaitRest, isAnythingDue } from './bank/rest.js';
import { services } from './bank/service-names.js';
import { SimulatedBank } from './bank/simulated-bank.js';
import { QueryNetwork } from './bank/simulated-queries.js';
import { Faults } from './clock/faults.js';
import type { Strike } from './clock/faults.js';
import type { ProcessOwner } from './clock/process-owner.js';
import { seedRandomness } from './clock/seeded-randomness.js';
import { realMs, SimulatedClock } from './clock/simulated-clock.js';
import { gathered } from './laws/gathered.js';
import { GatewayPart } from './workload/gateway-part.js';
import { peopleOf } from './workload/psu.js';
import { Workload } from './workload/workload.js';

export interface SeedOptions {
  readonly seed: number;
  /** Multiplies the shares of all faults. */
  readonly rate: number;
  /** Occasions of faults that go well in any case. */
  readonly spared?: ReadonlySet<number>;
}

export interface SeedResult {
  readonly seed: number;
  /** One sentence each; none when all laws hold. */
  readonly violations: readonly string[];
  readonly strikes: readonly Strike[];
  /** SHA-256 of the trace. */
  readonly hash: string;
  /** What happened in order, with simulated milliseconds. */
  readonly trace: readonly string[];
  readonly statements: number;
  readonly timers: number;
  readonly simulatedMs: number;
  /** Real milliseconds of each part. */
  readonly parts: Readonly<Record<string, number>>;
}

const limitMs = 600_000;

/** Runs one seed on copies of the template, and judges what is left. */
export async function runSeed(
  server: DatabaseServer,
  template: BankTemplate,
  { seed, rate, spared = new Set() }: SeedOptions,
): Promise<SeedResult> {
  const parts: Record<string, number> = {};
  let lastMs = realMs();
  const part = (name: string) => {
    parts[name] = realMs() - lastMs;
    lastMs = realMs();
  };
  const trace: string[] = [];
  const hash = createHash('sha256');
  seedRandomness(seed);
  const chance = new Chance(seed);
  const databases = await server.copy(template.databases);
  const clock = SimulatedClock.install(server.beginMs(template.endMs));
  let isOver = false;
  const say = (line: string) => {
    if (isOver) return;
    const text = `${String(clock.elapsedMs)} ${line}`;
    trace.push(text);
    hash.update(`${text}\n`);
  };
  const onStrike = ({ number, fault, where }: Strike) =>
    say(`fault ${String(number)}: ${fault} (${where})`);
  const faults = new Faults(chance.fork(), { rate, spared, onStrike });
  const broker = template.broker.clone();
  const state = { bank: undefined as SimulatedBank | undefined, statements: 0 };
  const crash = (fault: Strike['fault'], owner: ProcessOwner, where: string) => {
    if (owner.isAlive && faults.happens(fault, `${owner.name}: ${where}`))
      state.bank?.kill(owner.name);
  };
  const onDatabaseCall = (owner: ProcessOwner, where: string) => {
    state.statements += 1;
    say(`${owner.name} ${where}`);
    crash('crash at a database call', owner, where);
  };
  setWeather({ faults, onCall: onDatabaseCall });
  clock.onTimer = (owner) => crash('crash at a timer', owner, 'a timer');
  const surroundings = {
    broker,
    faults,
    network: new QueryNetwork(faults),
    databaseUrl: databases.url,
    trace: say,
    onCall: (owner: ProcessOwner, where: string) => {
      say(`${owner.name} ${where}`);
      crash('crash at a bus call', owner, where);
    },
  };
  part('copy');
  const bank = new SimulatedBank(surroundings, ({ owner }) => endSessionsOf(owner, server.cut));
  const gatewayProcess = new BankProcess('gateway', surroundings);
  const gateway = new GatewayPart(gatewayProcess, template.generation);
  const lines: string[] = [];
  const violations: string[] = [];
  try {
    await clock.run(bank.start(), limitMs);
    await clock.run(gateway.connect(), limitMs);
    const [first, second, ...others] = await clock.run(
      peopleOf(gateway, template.generation),
      limitMs,
    );
    if (first === undefined || second === undefined) throw new Error('the world has no people');
    state.bank = bank;
    faults.begin();
    part('start');
    const workload = new Workload({
      ...{ bank, gateway, generation: template.generation },
      people: [first, second, ...others],
      chance: chance.fork(),
      note: (entry) => {
        lines.push(`${JSON.stringify(entry)}\n`);
        say(`tpp ${JSON.stringify(entry)}`);
      },
    });
    await clock.run(workload.run(), limitMs);
    part('workload');
    faults.calm();
    if (!(await clock.runUntil(() => bank.isWhole, limitMs))) throw new Error('a service is down');
    broker.rebalanceAll();
    const outside = await clock.run(openOutside(databases), limitMs);
    await clock.run(awaitRest(outside, broker), limitMs);
    for (let runs = 0; runs < 2 && (await clock.run(isAnythingDue(outside), limitMs)); runs += 1) {
      await clock.run(workload.requestRun(), limitMs);
      await clock.run(awaitRest(outside, broker), limitMs);
    }
    part('rest');
    const history = readHistory(lines.join(''));
    const evidence = await clock.run(gathered(outside, broker, history, gateway), limitMs);
    part('evidence');
    for (const { id, violations: broken } of judge(laws, evidence)) {
      violations.push(...broken.map((text) => `${id}: ${text}`));
    }
    part('laws');
  } catch (error) {
    violations.push(
      `the run failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
  }
  for (const text of violations) say(`violation ${text}`);
  const { fired: timers, elapsedMs: simulatedMs } = clock;
  for (const name of services) bank.kill(name);
  gatewayProcess.kill();
  isOver = true;
  clock.uninstall();
  await databases.drop();
  part('end');
  const { happened: strikes } = faults;
  const { statements } = state;
  return {
    seed,
    violations,
    strikes,
    hash: hash.digest('hex'),
    trace,
    statements,
    timers,
    simulatedMs,
    parts,
  };
}
