import { needsOf } from './scale.js';
import type { Customers, Measured, Needs, Parts } from './scale.js';

/** The inputs of `npm run scale`, all of which it prints. */
export interface ScaleInputs {
  readonly day: Omit<Customers, 'customers'>;
  readonly parts: Parts;
  readonly measured: Measured;
}

export const defaultInputs: ScaleInputs = {
  day: {
    executedPayments: 0.02,
    unapprovedPayments: 0.005,
    reportedEntries: 2,
    requests: 4,
    peakHourShare: 0.15,
  },
  parts: { databaseGb: 2000, brokerGb: 200, keptDays: 2190, entryDays: 456, topicDays: 35 },
  measured: {
    executedPayment: { databases: 17, broker: 5.9, wal: 33 },
    unapprovedPayment: { databases: 2.5, broker: 1.9, wal: 3.1 },
    // Of a core that does not compress its records.
    reportedEntry: { databases: 1.1, broker: 0.7, wal: 1.8 },
    requestsOfGateway: 384,
    eventsOfRelay: 19_000,
    eventsOfEntry: 1,
  },
};

export const defaultSizes = [100_000, 5_000_000, 100_000_000] as const;

const rows: readonly (readonly [name: string, valueOf: (needs: Needs) => number])[] = [
  ['all databases, GB a day', (needs) => needs.databases],
  ['each broker, GB a day', (needs) => needs.broker],
  ['WAL of all databases, GB a day', (needs) => needs.wal],
  ['requests a second in the busiest hour', (needs) => needs.requests],
  ['events of accounts a second in the busiest hour', (needs) => needs.eventsOfAccounts],
  ['gateways', (needs) => needs.gateways],
  ['days until a database of accounts that keeps all is full', (needs) => needs.daysUntilFull],
  ['days until a broker that keeps all is full', (needs) => needs.daysOfBroker],
  ['TB in all databases at the end', (needs) => needs.keptTb],
  ['GB of a broker that keeps topics for topicDays', (needs) => needs.topicGb],
  ['GB of a broker that keeps all', (needs) => needs.topicGbOfAll],
  ['cells, by the relay of accounts', (needs) => needs.cellsByRelay],
  ['cells, by the database of accounts', (needs) => needs.cellsByDatabase],
];

/** The same bank, where TPPs read the books of the core: no entry is reported (docs/adr/0082-tpps-read-the-core.md). */
export function readingCore(inputs: ScaleInputs): ScaleInputs {
  return { ...inputs, day: { ...inputs.day, reportedEntries: 0 } };
}

/** The inputs, and a row for each need with a column for each number of customers. */
export function scaleLines(inputs: ScaleInputs, sizes: readonly number[]): readonly string[] {
  const needs = sizes.map((customers) =>
    needsOf({ customers, ...inputs.day }, inputs.parts, inputs.measured),
  );
  const columns = sizes.map((size, at) => [
    size.toLocaleString('en'),
    ...rows.map(([, valueOf]) => written(valueOf(needs[at] as Needs))),
  ]);
  const names = ['customers', ...rows.map(([name]) => name)];
  const width = Math.max(...names.map(({ length }) => length));
  return [
    ...Object.entries(inputs).map(([name, values]) => `${name} ${JSON.stringify(values)}`),
    '',
    ...names.map((name, row) => {
      const cells = columns.map((column) => (column[row] ?? '').padStart(cellWidth));
      return `${name.padEnd(width)}${cells.join('')}`;
    }),
  ];
}

const cellWidth = 14;
const digits = 2;

/** Two significant digits: more would promise what nobody measured. */
function written(value: number): string {
  return Number(value.toPrecision(digits)).toLocaleString('en', { maximumFractionDigits: 3 });
}
