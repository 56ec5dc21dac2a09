import { instrumentsOf } from '@nordgate/telemetry';
import { aMoment, eventually } from '@nordgate/testing';
import { MemberLags, SeenEnds } from './member-lags.js';
import type { LaggingMember } from './member-lags.js';

const topic = 'payments.events.v1';
const series = `{messaging_consumer_group_name="sca.open",messaging_destination_name="${topic}"}`;

/** The brokers' side: by partition the committed offset and the end. */
const brokers = {
  partitions: [] as { committed: number; end: number }[],
  fail: false,
  /** The topics whose ends were asked for, in order. */
  asked: [] as string[],
};

const admin = {
  connect: () => (brokers.fail ? Promise.reject(new Error('no brokers')) : Promise.resolve()),
  disconnect: () => Promise.resolve(),
  fetchOffsets: () =>
    Promise.resolve([
      {
        topic,
        partitions: brokers.partitions.map(({ committed }, partition) => ({
          partition,
          offset: String(committed),
          metadata: null,
        })),
      },
    ]),
  fetchTopicOffsets: (of: string) => {
    brokers.asked.push(of);
    return Promise.resolve(
      brokers.partitions.map(({ end }, partition) => ({
        ...{ partition, offset: String(end) },
        ...{ high: String(end), low: '0' },
      })),
    );
  },
};

let lags: MemberLags;
beforeEach(() => {
  brokers.fail = false;
  lags = new MemberLags(() => admin, 2);
});
afterEach(() => lags.stop());

function aMember(
  assigned: readonly number[] | undefined,
  oldestAtMs?: number,
): LaggingMember & { joins(): void } {
  let has = assigned;
  return {
    ...{ topic, group: 'sca.open', assigned: () => has, oldestAtMs: () => oldestAtMs },
    joins: () => (has = [0]),
  };
}

const shown = () =>
  instrumentsOf().consumerLagMessages.text() + instrumentsOf().consumerLagSeconds.text();
const valueOf = (name: string) => {
  const line = shown()
    .split('\n')
    .find((one) => one.startsWith(`${name}${series}`));
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
};
const messages = () => valueOf('nordgate_consumer_lag_messages');
const seconds = () => valueOf('nordgate_consumer_lag_seconds');

const until = (condition: () => boolean) => eventually('the wanted lag', condition);

describe('the lag of a consumer group over Kafka', () => {
  it('is that of the partitions which this process has', async () => {
    brokers.partitions = [
      { committed: 4, end: 10 },
      { committed: 0, end: 1000 },
      { committed: -1, end: 3 },
    ];
    lags.add(aMember([0, 2], Date.now() - 60_000));
    await until(() => messages() === 9);
    expect(seconds()).toBeGreaterThan(59);
  });

  it('is 0 when nothing waits, whatever was fetched before', async () => {
    brokers.partitions = [{ committed: 10, end: 10 }];
    lags.add(aMember([0]));
    await until(() => messages() === 0);
    expect(seconds()).toBe(0);
  });

  it('asks for the ends of a topic once, for all groups that read it, and again for the next measurement', async () => {
    brokers.partitions = [{ committed: 10, end: 10 }];
    brokers.asked = [];
    const other = { topic: 'sca.events.v1', group: 'sca.other' };
    lags.add(aMember([0]));
    lags.add({ ...aMember([0]), group: 'sca.second' });
    lags.add({ ...aMember([0]), ...other });
    await until(() => brokers.asked.length >= 10);
    const round = brokers.asked.indexOf(other.topic) + 1;
    expect(brokers.asked.slice(round, round + 4)).toEqual([topic, other.topic, topic, other.topic]);
  });

  it('is 0 when the offset was committed after the ends were read', async () => {
    brokers.partitions = [{ committed: 12, end: 10 }];
    lags.add(aMember([0]));
    await until(() => messages() !== undefined);
    expect(messages()).toBe(0);
  });

  it('is absent before the member has joined, while no broker answers, and after the end', async () => {
    brokers.partitions = [{ committed: 1, end: 2 }];
    const member = aMember(undefined);
    const remove = lags.add(member);
    await aMoment();
    expect(shown()).toBe('');
    member.joins();
    await until(() => messages() === 1);
    brokers.fail = true;
    await until(() => shown() === '');
    brokers.fail = false;
    await until(() => messages() === 1);
    remove();
    expect(shown()).toBe('');
  });
});

describe('the age of messages that are not fetched', () => {
  it('counts from the measurement that first saw an end behind them', () => {
    const seen = new SeenEnds();
    expect(seen.note(5n, 5n, 1000)).toBeUndefined();
    expect(seen.note(5n, 8n, 2000)).toBe(2000);
    expect(seen.note(5n, 9n, 3000)).toBe(2000);
    expect(seen.note(8n, 9n, 4000)).toBe(3000);
    expect(seen.note(9n, 9n, 5000)).toBeUndefined();
  });

  it('keeps the first measurement of a partition that stands still for hours', () => {
    const seen = new SeenEnds();
    for (let at = 1; at < 1000; at += 1) expect(seen.note(0n, BigInt(at), at)).toBe(1);
  });
});
