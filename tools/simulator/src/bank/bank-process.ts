import type { EventSourcedService } from '@nordgate/contracts/queries';
import type { Database } from '@nordgate/event-store';
import type { LocalCommands } from '@nordgate/messaging';
import { runService } from '@nordgate/service';
import type { OperableService, Platform, ServiceDefinition } from '@nordgate/service';
import type { ProcessBus } from '@nordgate/service/process';
import { createLog, Health } from '@nordgate/telemetry';
import type { Log } from '@nordgate/telemetry';
import type { Broker } from '../bus/broker.js';
import { SimulatedBus } from '../bus/simulated-bus.js';
import type { Faults } from '../clock/faults.js';
import { ProcessOwner } from '../clock/process-owner.js';
import type { QueryNetwork } from './simulated-queries.js';

/** What all processes of a simulated bank share. */
export interface Surroundings {
  readonly broker: Broker;
  readonly faults: Faults;
  readonly network: QueryNetwork;
  readonly databaseUrl: (service: EventSourcedService) => string;
  /** Changes the bus of a process, e.g. by planting a bug. */
  readonly busOf?: (app: string, bus: ProcessBus, process: string) => ProcessBus;
  /** The app whose processes take themselves for the only one of their database, by planting a bug. */
  readonly isAlone?: string;
  /** Changes a service, by planting a bug. */
  readonly definitionOf?: (definition: ServiceDefinition) => ServiceDefinition;
  readonly trace: (line: string) => void;
  /** Called at each call that leaves a process; may end the process. */
  readonly onCall: (owner: ProcessOwner, where: string) => void;
  /** Called at each query of a process, and at its answer; may end the process. */
  readonly onQuery?: (owner: ProcessOwner, where: string) => void;
}

/** A process of the bank: its owner, its bus, and the platform on which an app runs. */
export class BankProcess {
  readonly owner: ProcessOwner;
  readonly bus: ProcessBus;
  readonly #network: SimulatedBus;
  readonly platform: Platform;

  constructor(
    readonly name: string,
    readonly surroundings: Surroundings,
    /** The app that runs in it. */
    app: string = name,
  ) {
    const { trace, network, databaseUrl, onCall, onQuery } = surroundings;
    const owner = new ProcessOwner(name);
    this.owner = owner;
    const onError = (error: unknown) => trace(`${name}: ${String(error)}`);
    this.#network = new SimulatedBus({
      ...surroundings,
      onError,
      onCall: (where) => onCall(owner, where),
    });
    this.bus = surroundings.busOf?.(app, this.#network, name) ?? this.#network;
    this.platform = {
      bus: this.bus,
      queries: network.of(owner, onQuery),
      log: logInto(name, trace),
      health: new Health(),
      databaseUrl,
      databasePoolMax: 4,
      isAlone: surroundings.isAlone === app,
      // The databases are migrated once for all seeds.
      migrationWait: {
        onWaiting: (reason) =>
          trace(
            `${name} waits for migrations: ${'error' in reason ? String(reason.error) : reason.missing.join()}`,
          ),
      },
      publishEvents: (...args) => this.bus.publishEvents(...args),
    };
  }

  /** The groups of the process go on without it, as it was silent. */
  leaveGroups(): void {
    this.surroundings.trace(`${this.name} is in no group any more`);
    this.#network.evict();
  }

  /** Ends the process without warning. */
  kill(): void {
    this.owner.end();
    this.#network.cut();
    this.surroundings.trace(`${this.name} is killed`);
  }
}

/** A service in its process. */
export interface ServiceProcess {
  readonly process: BankProcess;
  readonly service: OperableService;
  /** What the service's own edge gives to its streams. */
  readonly commands: LocalCommands;
  readonly database: Database;
}

/** Composes a service as in production in a new process. Rejects when the service cannot start. */
export async function startService(
  definition: ServiceDefinition,
  process: BankProcess,
): Promise<ServiceProcess> {
  let own: Pick<ServiceProcess, 'commands' | 'database'> | undefined;
  const planted = process.surroundings.definitionOf?.(definition) ?? definition;
  const known: ServiceDefinition = {
    ...planted,
    work: (service) => {
      own = { commands: service.commands, database: service.database };
      return definition.work?.(service) ?? { stop: () => Promise.resolve() };
    },
  };
  const service = await process.owner.run(() => runService(known, process.platform));
  if (own === undefined) throw new Error(`${definition.name} has no commands`);
  return { process, service, ...own };
}

/** A log whose warnings and errors are lines of the trace. */
function logInto(app: string, trace: (line: string) => void): Log {
  const write = (line: string) => {
    const { msg = '', err } = JSON.parse(line) as { msg?: string; err?: { message?: string } };
    trace(`${app} logs: ${msg} ${err?.message ?? ''}`.trimEnd());
  };
  return createLog({ app, level: 'warn', destination: { write } });
}
