/**
 * Every topic of the system, with who writes and who reads it. Topics are created explicitly from
 * this table, with twelve partitions each or as TOPIC_PARTITIONS says. Message keys are stream ids, so one
 * stream keeps its order.
 */
export interface Topic {
  /** `core`: messages between the bank and its core system, which is no part of this project. */
  readonly carries: 'commands' | 'events' | 'replies' | 'core';
  /** The app that consumes a command topic, or that publishes the content of any other topic; or `core`. */
  readonly owner: string;
  /** Its number of partitions where a bank does not set another one. */
  readonly partitions: number;
  readonly about: string;
}

/** How many partitions the topics of a bank get, where it sets no other number. */
export const partitionsDefault = 12;
/** More partitions cost the brokers files and memory, and each of them would have few records. */
export const partitionsMax = 256;
const partitions = partitionsDefault;

export const topics = {
  'payments.commands.v1': {
    carries: 'commands',
    owner: 'payments',
    partitions,
    about: 'Initiate, change and cancel payments. Key: payment-<id>.',
  },
  'payments.events.v1': {
    carries: 'events',
    owner: 'payments',
    partitions,
    about: 'What happened to each payment. Key: payment-<id>.',
  },
  'baskets.commands.v1': {
    carries: 'commands',
    owner: 'baskets',
    partitions,
    about: 'Create, freeze, approve, reject and delete signing baskets. Key: basket-<id>.',
  },
  'baskets.events.v1': {
    carries: 'events',
    owner: 'baskets',
    partitions,
    about: 'What happened to each signing basket. Key: basket-<id>.',
  },
  'sca.commands.v1': {
    carries: 'commands',
    owner: 'sca',
    partitions,
    about: 'Open authorisations for first contact and account access. Key: authorisation-<id>.',
  },
  'sca.events.v1': {
    carries: 'events',
    owner: 'sca',
    partitions,
    about: 'Authorisations, sessions and PSU identities. Key: the stream.',
  },
  'accounts.commands.v1': {
    carries: 'commands',
    owner: 'accounts',
    partitions,
    about:
      'Sandbox set-up, journal entries. Key: sandbox-<environment>, or the stream of the account.',
  },
  'accounts.events.v1': {
    carries: 'events',
    owner: 'accounts',
    partitions,
    about: 'Customers, agreements, accounts and stopped TPPs. Key: the stream.',
  },
  'batch.commands.v1': {
    carries: 'commands',
    owner: 'batch',
    partitions,
    about: 'Open a run of the batch. Key: schedule-<environment>.',
  },
  'batch.events.v1': {
    carries: 'events',
    owner: 'batch',
    partitions,
    about: 'Runs, picked payments, transfers and their outcomes, holds. Key: the stream.',
  },
  'core.instructions.v1': {
    carries: 'core',
    owner: 'batch',
    partitions,
    about: "Transfers for the bank's core system, and reminders. Key: execution-<id>.",
  },
  'core.outcomes.v1': {
    carries: 'core',
    owner: 'core',
    partitions,
    about: 'What became of transfers, by the core system. Key: that of the instruction.',
  },
  'core.customers.v1': {
    carries: 'core',
    owner: 'core',
    partitions,
    about: 'Customers and agreements, by the core system. Key: customer-<id> or agreement-<id>.',
  },
  'core.entries.v1': {
    carries: 'core',
    owner: 'core',
    partitions,
    about: 'Accounts and their booked entries, by the core system. Key: account-<id>.',
  },
  'gateway.replies.v1': {
    carries: 'replies',
    owner: 'gateway',
    partitions,
    about: 'Outcomes of commands for the gateway instance that asked: a hint, never the truth.',
  },
} as const satisfies Record<string, Topic>;

export type TopicName = keyof typeof topics;
