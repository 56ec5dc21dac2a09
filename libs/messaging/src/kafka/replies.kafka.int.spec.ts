import { topics } from '@nordgate/contracts/topics';
import { createLog } from '@nordgate/telemetry';
import type { Reply, ReplyChannel } from '../bus.js';
import { eventually } from '@nordgate/testing';
import { createTopics } from './topic-admin.js';
import { KafkaBus } from './kafka-bus.js';

const log = createLog({ app: 'messaging-test', level: 'silent' });
const brokers = (process.env['NORDGATE_TEST_KAFKA'] ?? '').split(',');
const settings = { brokers, clientId: 'messaging-test' };
const instances = topics['gateway.replies.v1'].partitions + 3;

describe('replies over Kafka', () => {
  const buses: KafkaBus[] = [];
  const aBus = () => {
    const bus = new KafkaBus({ settings, log });
    buses.push(bus);
    return bus;
  };
  beforeAll(() => createTopics({ settings, log, replicationFactor: 1 }));
  afterAll(() => Promise.all(buses.map((bus) => bus.close())));

  it('reach each of more instances than there are partitions, and no other instance', async () => {
    const received = new Map<string, Reply[]>();
    const channels = await Promise.all(
      Array.from({ length: instances }, async (): Promise<ReplyChannel> => {
        const mine: Reply[] = [];
        const channel = await aBus().openReplies((reply) => mine.push(reply));
        received.set(channel.address, mine);
        return channel;
      }),
    );
    const service = aBus();
    for (const { address } of channels) {
      service.reply(address, { commandId: `for ${address}`, outcome: { total: 1 } });
    }
    await eventually('all have received', () =>
      [...received.values()].every((one) => one.length > 0),
    );
    for (const [address, replies] of received) {
      expect(replies).toEqual([{ commandId: `for ${address}`, outcome: { total: 1 } }]);
    }
  });

  it('from before an instance started are not delivered to it', async () => {
    const first = await aBus().openReplies(() => undefined);
    const service = aBus();
    service.reply(first.address, { commandId: 'early', outcome: null });
    const late: Reply[] = [];
    const channel = await aBus().openReplies((reply) => late.push(reply));
    service.reply(channel.address, { commandId: 'late', outcome: null });
    await eventually('it has received', () => late.length > 0);
    expect(late).toEqual([{ commandId: 'late', outcome: null }]);
  });
});
