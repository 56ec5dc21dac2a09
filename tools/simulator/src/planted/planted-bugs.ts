import { busChanges } from '@nordgate/chaos/in-app';
import type { BusBug } from '@nordgate/chaos/in-app';
import { GetReadableAccounts } from '@nordgate/contracts/queries';
import { daysLater } from '@nordgate/contracts/rules';
import type { Command, DomainEvent } from '@nordgate/decider';
import type { ServiceDefinition } from '@nordgate/service';
import type { ProcessBus } from '@nordgate/service/process';
import type { AnswerQuery } from './answer-query.js';
import { permitsInMemory, requestsInMemory } from './memory-of-a-gateway.js';
import { dedupeInMemory, dedupeOnDisk } from './memory-of-a-process.js';

/** A prepared statement on its way from a service to its database. */
export interface NamedStatement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

type Decide = (
  command: Command,
  state: Readonly<Record<string, unknown>>,
  facts: unknown,
) => unknown;

/** A bug in a service of the simulated bank. */
export interface Planted {
  readonly name: string;
  /** Changes the bus of an app in one of its processes. */
  readonly busOf?: (app: string, bus: ProcessBus, process: string) => ProcessBus;
  /** The app whose processes take themselves for the only one that writes to their database. */
  readonly isAlone?: string;
  /** Changes a statement by its name. */
  readonly statements?: Readonly<Record<string, (statement: NamedStatement) => NamedStatement>>;
  /** Changes the decider of a command over its own stream. */
  readonly deciders?: Readonly<Record<string, (decide: Decide) => Decide>>;
  /** Answers queries instead of their service. Makes the memory of one run. */
  readonly answers?: () => AnswerQuery;
}

/** A bug that one of the simulator's laws has to find. */
export interface PlantedBug extends Planted {
  readonly behaviour: string;
  /** The law that it breaks at least. */
  readonly breaks: string;
}

const withValue =
  (place: number, change: (value: unknown) => unknown) =>
  (statement: NamedStatement): NamedStatement => ({
    ...statement,
    values: statement.values.map((value, at) => (at === place ? change(value) : value)),
  });

/** As the most reads of an account in a day. */
const readsWithoutEnd = 1_000_000;

const aDayLater = (day: unknown) => daysLater(day as string, 1);

const accessAs =
  (sql: string) =>
  (statement: NamedStatement): NamedStatement => ({
    ...statement,
    text: statement.text.replace('access, access_version', `${sql} as access, access_version`),
  });

const isEvents = (decided: unknown): decided is readonly DomainEvent[] => Array.isArray(decided);

/** The bugs that are planted for the laws of the simulator. */
export const plantedBugs: readonly PlantedBug[] = [
  {
    name: 'permit-off-by-one',
    behaviour: 'a fifth read without the PSU is permitted in 24 hours',
    breaks: 'permits',
    statements: { 'sca.take-read-permit': withValue(5, (max) => (max as number) + 1) },
  },
  {
    name: 'permit-short',
    behaviour: 'the fourth read without the PSU is refused',
    breaks: 'permits',
    statements: { 'sca.take-read-permit': withValue(5, (max) => (max as number) - 1) },
  },
  {
    name: 'revoked-still-read',
    behaviour: 'accounts are read with a consent that was revoked',
    breaks: 'consents',
    statements: {
      'sca.account-access-facts': accessAs(
        `case when access ->> 'is' = 'revoked' then access || '{"is": "granted"}'::jsonb else access end`,
      ),
    },
  },
  {
    name: 'endless-consent',
    behaviour: 'accounts are read after the last day of a consent',
    breaks: 'consents',
    statements: {
      'sca.account-access-facts': accessAs(
        `access || '{"validUntil": "2099-01-01T00:00:00.000Z"}'::jsonb`,
      ),
    },
  },
  {
    name: 'long-session',
    behaviour: 'a session lasts a minute longer than an hour',
    breaks: 'sessions',
    deciders: {
      CompleteSession: (decide) => (command, state, facts) => {
        const decided = decide(command, state, facts);
        return isEvents(decided) ? decided.map(aMinuteLonger) : decided;
      },
    },
  },
  {
    name: 'late-approval',
    behaviour: 'an approval after the end of its time counts',
    breaks: 'approvals',
    deciders: {
      FinaliseAuthorisation: (decide) => (command, state, facts) =>
        decide(command, { ...state, expiresAt: '2099-01-01T00:00:00.000Z' }, facts),
    },
  },
  {
    name: 'second-log-in',
    behaviour: 'another PSU takes over a visit',
    breaks: 'approvals',
    deciders: {
      IdentifyPsu: (decide) => (command, state, facts) =>
        decide(
          command,
          state['is'] === 'psuIdentified' ? { ...state, is: 'received' } : state,
          facts,
        ),
    },
  },
  {
    name: 'stale-balance',
    behaviour: 'an account is shown as it was when it was read first',
    breaks: 'balances',
    answers: () => {
      const first = new Map<string, Promise<unknown>>();
      return (query, ask) => {
        if (!(query instanceof GetReadableAccounts)) return ask();
        const key = JSON.stringify(query);
        const answer = first.get(key) ?? ask();
        if (!first.has(key)) first.set(key, answer);
        return answer as ReturnType<typeof ask>;
      };
    },
  },
  {
    name: 'due-day-early',
    behaviour: 'a run picks the payments of the next day',
    breaks: 'due days',
    statements: { 'batch.due-orders': withValue(1, aDayLater) },
  },
  {
    name: 'occurrence-early',
    behaviour: 'a run picks the occurrence of the next day of a standing order',
    breaks: 'due days',
    statements: { 'batch.standing-orders': withValue(1, aDayLater) },
  },
];

/** A bug that shows only where there are several processes, or where they crash. */
export interface ProcessBug {
  readonly name: string;
  readonly behaviour: string;
  /** The law that it breaks at least, or what does not happen. */
  readonly breaks: string;
  /** Makes the memory of one run. */
  readonly plant: () => Omit<Planted, 'name'>;
}

/** The bugs that are planted for several processes of a service: each is right while there is one. */
export const severalProcessBugs: readonly ProcessBug[] = [
  {
    name: 'dedupe-on-disk',
    behaviour:
      'a process of payments knows only the commands that it has handled itself, also before its restart',
    breaks: 'L1',
    plant: () => ({ busOf: dedupeOnDisk() }),
  },
  {
    name: 'alone-with-database',
    behaviour: 'each process of batch takes itself for the only one of its database',
    breaks: 'a clock that does not arrive',
    plant: () => ({ isAlone: 'batch' }),
  },
];

/** The bugs that are planted for gateways that crash: each is right while there is one gateway, which does not. */
export const gatewayBugs: readonly ProcessBug[] = [
  {
    name: 'requests-in-memory',
    behaviour: 'a gateway keeps in its memory which payment a request has made',
    breaks: 'L1',
    plant: () => ({ busOf: requestsInMemory() }),
  },
  {
    name: 'permits-in-memory',
    behaviour: 'a gateway counts the reads without the PSU in its memory',
    breaks: 'permits',
    plant: () => ({
      answers: permitsInMemory,
      statements: { 'sca.take-read-permit': withValue(5, () => readsWithoutEnd) },
    }),
  },
];

function aMinuteLonger(event: DomainEvent): DomainEvent {
  const data = event['data'] as { readonly endsAt: string };
  const endsAt = new Date(Date.parse(data.endsAt) + 60_000).toISOString();
  return { ...event, data: { ...data, endsAt } };
}

/** The bug with a name: one of a bus, of `tools/chaos`, or one of the simulator. @throws Error for another name */
export function plantNamed(name: string): Planted {
  const bug = plantedBugs.find((one) => one.name === name);
  if (bug !== undefined) return bug;
  const several = [...severalProcessBugs, ...gatewayBugs].find((one) => one.name === name);
  if (several !== undefined) return { name, ...several.plant() };
  if (name === 'dedupe-in-memory') return { name, busOf: dedupeInMemory() };
  if (!Object.hasOwn(busChanges, name)) throw new Error(`--plant ${name}: there is no such bug`);
  const buggy = name === 'ack-before-commit' ? 'gateway' : 'payments';
  const change = busChanges[name as BusBug];
  return { name, busOf: (app, bus) => (app === buggy ? change(bus) : bus) };
}

/** Changes the arguments of a query by the statements of a bug; nothing without one. */
export function changingStatements(
  bug: Planted | undefined,
): ((args: readonly unknown[]) => readonly unknown[]) | undefined {
  const statements = bug?.statements;
  if (statements === undefined) return undefined;
  return (args) => {
    const [first, ...others] = args as [Partial<NamedStatement> | undefined, ...unknown[]];
    const change = first?.name === undefined ? undefined : statements[first.name];
    return change === undefined ? args : [change(first as NamedStatement), ...others];
  };
}

/** A service whose deciders have the bug. */
export function withBug(
  definition: ServiceDefinition,
  { deciders = {} }: Pick<Planted, 'deciders'>,
): ServiceDefinition {
  const { commands } = definition;
  if (commands === undefined) return definition;
  return {
    ...definition,
    commands: {
      ...commands,
      deciders: (database) => {
        const table = { ...commands.deciders(database) };
        for (const [command, change] of Object.entries(deciders)) {
          const row = table[command];
          if (row?.over !== 'one stream') continue;
          table[command] = { ...row, decide: change(row.decide as never) as never };
        }
        return table;
      },
    },
  };
}
