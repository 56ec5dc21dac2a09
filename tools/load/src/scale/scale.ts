/** How many customers a bank has, and what they do. Amounts are per customer and day. */
export interface Customers {
  readonly customers: number;
  /** Payments that are approved and executed. */
  readonly executedPayments: number;
  /** Payments that nobody approves. */
  readonly unapprovedPayments: number;
  /** Entries that the core of the bank reports. */
  readonly reportedEntries: number;
  /** Requests of TPPs, all kinds. */
  readonly requests: number;
  /** The share of a day's work in its busiest hour. */
  readonly peakHourShare: number;
}

/** What one unit of the parts of a bank has, or may have. */
export interface Parts {
  /** GB of the database of a service that one team still wants to restore in one piece. */
  readonly databaseGb: number;
  /** GB of the volume of a broker. */
  readonly brokerGb: number;
  /** Days that payments are kept. */
  readonly keptDays: number;
  /** Days that reported entries are kept (docs/adr/0080-reported-entries-end.md): their months, and one month more. */
  readonly entryDays: number;
  /** Days that topics keep records. */
  readonly topicDays: number;
}

/** What was measured (docs/operations/capacity.md, docs/adr/0059-compressed-topics.md). */
export interface Measured {
  /** KB of 1,000 bytes in all databases, and on each broker. */
  readonly executedPayment: Bytes;
  readonly unapprovedPayment: Bytes;
  readonly reportedEntry: Bytes;
  /** Requests a second at which one gateway had no time left. */
  readonly requestsOfGateway: number;
  /** Events a second that the relay of a service published from a backlog. */
  readonly eventsOfRelay: number;
  /** Events of accounts for one reported entry. */
  readonly eventsOfEntry: number;
}

interface Bytes {
  readonly databases: number;
  readonly broker: number;
  readonly wal: number;
}

/** What a bank of this size needs. */
export interface Needs {
  /** GB a day. */
  readonly databases: number;
  readonly broker: number;
  readonly wal: number;
  /** In the busiest hour, a second. */
  readonly requests: number;
  readonly eventsOfAccounts: number;
  readonly gateways: number;
  /** Until the database of accounts is full, and a broker that keeps all records. */
  readonly daysUntilFull: number;
  readonly daysOfBroker: number;
  /** TB in all databases when as much goes as comes. */
  readonly keptTb: number;
  /** GB of a broker for the days that topics keep records, and GB when they keep all. */
  readonly topicGb: number;
  readonly topicGbOfAll: number;
  /** Banks side by side, each with its own customers, by what the relay publishes and by what a database may have. */
  readonly cellsByRelay: number;
  readonly cellsByDatabase: number;
}

const kbPerGb = 1e6;
const secondsOfHour = 3600;
/** Above this share of what was measured, queues grow at every disturbance. */
const usableShare = 0.5;

/** Computes what a bank needs. Nothing here was run: the inputs were measured on a small machine. */
export function needsOf(bank: Customers, parts: Parts, measured: Measured): Needs {
  const { customers, peakHourShare } = bank;
  const perDay = (kind: keyof Bytes) =>
    (customers *
      (bank.executedPayments * measured.executedPayment[kind] +
        bank.unapprovedPayments * measured.unapprovedPayment[kind] +
        bank.reportedEntries * measured.reportedEntry[kind])) /
    kbPerGb;
  const atPeak = (count: number) => (customers * count * peakHourShare) / secondsOfHour;
  const [databases, broker] = [perDay('databases'), perDay('broker')];
  const ofEntries = (customers * bank.reportedEntries * measured.reportedEntry.databases) / kbPerGb;
  const requests = atPeak(bank.requests);
  const eventsOfAccounts = atPeak(bank.reportedEntries * measured.eventsOfEntry);
  const kept = (databases - ofEntries) * parts.keptDays + ofEntries * parts.entryDays;
  return {
    ...{ databases, broker, wal: perDay('wal'), requests, eventsOfAccounts },
    gateways: Math.ceil(requests / (usableShare * measured.requestsOfGateway)),
    daysUntilFull: parts.databaseGb / ofEntries,
    daysOfBroker: parts.brokerGb / broker,
    keptTb: kept / 1000,
    topicGb: broker * parts.topicDays,
    topicGbOfAll: broker * parts.keptDays,
    cellsByRelay: cellsFor(eventsOfAccounts / (usableShare * measured.eventsOfRelay)),
    cellsByDatabase: cellsFor((ofEntries * parts.entryDays) / parts.databaseGb),
  };
}

/** A bank without a reported entry is one cell, too. */
const cellsFor = (share: number) => Math.max(Math.ceil(share), 1);
