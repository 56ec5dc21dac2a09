/**
 * Every time constant of the bus with its reason, in milliseconds unless the name says otherwise.
 *
 * A linger time is Kafka's term: a short delay that lets more messages arrive, so that the next
 * request or slice holds more of them. "Busy" means at least 300 messages per second (`AdaptivePoll` of
 * `@nordgate/event-store`). docs/adr/0020-slices-and-linger-times.md has the measurements.
 */
export const pace = {
  /** How long the sender of a command waits for its outcome. */
  command: {
    /** A client waits two seconds at most; then the command is `accepted` or not acknowledged. */
    deadlineMs: 2000,
    /** Most replies arrive earlier; a lost reply costs one read, and a slow decision at most three. */
    viewReadsMs: [150, 400, 1000],
    /** Share of the interval by which reads are spread, so that parallel senders do not read at once. */
    viewReadJitter: 0.2,
    /** Decisions later than this mean a backlog: reading views would only slow the deciders down. */
    lagMs: 1000,
    /** Older observations say nothing about the backlog of now. */
    lagKnownMs: 5000,
  },

  /** Delay before a failed slice, send, commit or consumer is tried again; doubles each time. */
  retry: {
    /** A failed transaction or a leader election often passes within this time. */
    firstMs: 50,
    /** Short enough that work continues within two seconds after an outage. */
    longestMs: 2000,
  },

  /** The bus in memory. */
  memory: {
    /** A transaction costs almost the same for one command as for many. Busy times only. */
    commandLingerMs: 2,
    /** Appends of every process send a wake-up signal, within 250 ms; polling finds what a signal has missed. */
    firstPollMs: 250,
    pollMs: 10_000,
    /** A process that is alone with its databases sends a signal for each append, and looks for foreign ones besides. */
    alonePollMs: 60_000,
    /** A page costs a read and a checkpoint write. Busy times only. */
    eventLingerMs: 100,
  },

  /** The relay from an event table to its topic. */
  relay: {
    /** Appends of every process send a wake-up signal, as for the bus in memory. */
    firstPollMs: 250,
    pollMs: 5000,
    /** A page costs one request to the brokers and one from them to each consumer group. */
    lingerMs: 20,
    busyLingerMs: 100,
    /** As long as PostgreSQL keeps the session of a silent leader; then another relay leads anyway. */
    stopLimitMs: 6000,
  },

  /** Members of Kafka consumer groups. */
  consumer: {
    /** A small fetch costs as much as a full one, for the broker and for us. */
    eventLingerMs: 20,
    busyEventLingerMs: 200,
    /** After a fetch of several commands, and after each fetch in busy times. A sender waits for these. */
    commandLingerMs: 4,
    /** Brokers write every offset commit to disk, so commits of many slices are one request. */
    commitLingerMs: 50,
    /** Longest wait of the broker for the first record, which it sends at once. A member sends its heartbeats after its fetches. */
    fetchWaitMs: 3000,
    /** The same while a partition is paused, as the next fetch is the first one after it is resumed. A stop may have to wait for it, too. */
    shortFetchWaitMs: 500,
    /** A member that is silent for so long is dead; its partitions move to other members. */
    sessionMs: 10_000,
    /** Three heartbeats fit into a session. Shorter than a fetch, so that one is sent after each fetch of an idle member. */
    heartbeatMs: 2500,
    /** While a batch is handled, well below the session, since handling may be slow. */
    batchHeartbeatMs: 1000,
    /** Longest time for all members to join again; longer than a slice and its retries. */
    rebalanceMs: 15_000,
    /** kafkajs hands batches to a member that stops until it has left: this keeps it from spinning. */
    stoppedDelayMs: 50,
    /** How long a stop waits for the last offset commit; without it messages are repeated. */
    flushLimitMs: 3000,
    /** How long a stop waits for the group to let the member go; then its session ends by itself. */
    leaveLimitMs: 5000,
    /** A partition whose messages are not handled for so long hangs, and only a restart helps. */
    stuckMs: 60_000,
  },

  /** The history of a topic, which a group reads before its records. */
  history: {
    /** A history that cannot be read has to be repaired by hand. */
    retryMs: 30_000,
    /** The newest event of a history may be so much older than the first record: longer than an export takes. */
    lateMs: 60 * 60_000,
    /** Between two lines about the progress. The place is kept as often, so a crash repeats so much. */
    tellMs: 10_000,
  },

  /** Generations of topics. */
  generations: {
    /** A new generation is there for minutes before anything is written to it. */
    lookMs: 30_000,
    /** A group that drains the generation before needs seconds for it. */
    drainMs: 500,
    /** The brokers learn within this time that a generation accepts records. A sender waits for it. */
    sealedMs: 100,
    /** The brokers learn within seconds that a generation is sealed. */
    sealLimitMs: 30_000,
    /** Members of a group join a new generation within a look of theirs. */
    readersLimitMs: 90_000,
  },

  /** Send queues. */
  send: {
    /** The deadline of a command: after it nobody waits for the acknowledgement. */
    patienceMs: 2000,
    /** How long `close` waits for messages that are not sent yet. */
    closeLimitMs: 5000,
  },

  /** Connections to the brokers. */
  connection: {
    /** A broker in the same network answers within milliseconds or is not there. */
    connectTimeoutMs: 3000,
    /** Longer than the longest request: a fetch that waits, or a join of a group. */
    requestTimeoutMs: 10_000,
    /** Reconnects come soon and at most two seconds apart, however long a broker is away. */
    firstRetryMs: 100,
    longestRetryMs: 2000,
  },

  /** Reading whole topics, for tools and tests. */
  inspection: {
    /** Reading ends at a known offset, so it need not wait for more records. */
    fetchWaitMs: 100,
    /** A topic that is not read completely by then is reported. */
    limitMs: 60_000,
    /** A topic may be without a leader for a short time: 20 attempts are five seconds. */
    leaderRetryMs: 250,
    leaderAttempts: 20,
    /** New topics choose their leaders when the brokers have time for it: two minutes. */
    newLeaderAttempts: 480,
  },
} as const;

/** The delay before the next attempt, after so many failures in a row. */
export function retryDelayMs(failures: number): number {
  return Math.min(pace.retry.firstMs * 2 ** failures, pace.retry.longestMs);
}
