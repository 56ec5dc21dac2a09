import { AssignerProtocol } from 'kafkajs';
import type { Kafka, PartitionAssigner } from 'kafkajs';
import type { Reply } from '../bus.js';
import { header } from '../cloud-events.js';
import { pace } from '../pace.js';
import { consumerRetry } from './kafka-settings.js';
import { SupervisedConsumer } from './supervised-consumer.js';

/** The topic of all replies. */
export const replyTopic = 'gateway.replies.v1';

/** Where the replies to one instance arrive: its partition of the reply topic, and its own name. */
export interface ReplyAddress {
  readonly partition: number;
  readonly instance: string;
}

/** The return address as text, for the header of a command. */
export function replyAddress({ partition, instance }: ReplyAddress): string {
  return `${String(partition)}/${instance}`;
}

/** The return address in a header; undefined when the text is not a return address. */
export function replyAddressIn(text: string, partitions: number): ReplyAddress | undefined {
  const found = /^(\d{1,4})\/([\w-]{1,64})$/.exec(text);
  const partition = Number(found?.[1]);
  const instance = found?.[2];
  return instance === undefined || partition >= partitions ? undefined : { partition, instance };
}

/** A partition of the reply topic for an instance that starts. */
export function anyReplyPartition(partitions: number, random: () => number = Math.random): number {
  return Math.floor(random() * partitions);
}

export interface ReplyConsumerOptions {
  readonly kafka: Kafka;
  readonly address: ReplyAddress;
  readonly receive: (reply: Reply) => void;
  readonly onError: (error: unknown) => void;
}

/**
 * Receives the replies to one instance. The instance is the only member of a separate consumer group,
 * whose assigner gives it its partition alone. So there may be more instances than partitions, and no
 * instance loses its partition to another.
 */
export class ReplyConsumer {
  private readonly supervised: SupervisedConsumer;

  constructor({ kafka, address, receive, onError }: ReplyConsumerOptions) {
    const { partition, instance } = address;
    const own = replyAddress(address);
    this.supervised = new SupervisedConsumer({
      create: () =>
        kafka.consumer({
          groupId: `${replyTopic}.${instance}`,
          partitionAssigners: [assigning(partition)],
          sessionTimeout: pace.consumer.sessionMs,
          heartbeatInterval: pace.consumer.heartbeatMs,
          maxWaitTimeInMs: pace.consumer.fetchWaitMs,
          retry: consumerRetry,
        }),
      run: async (consumer) => {
        const offset = await endOf(kafka, partition);
        await consumer.subscribe({ topics: [replyTopic], fromBeginning: false });
        await consumer.run({
          autoCommit: false,
          eachBatch: ({ batch }) => {
            for (const { headers, key, value } of batch.messages) {
              if (String(headers?.[header.replyTo]) !== own) continue;
              const outcome = JSON.parse(String(value)) as unknown;
              receive({ commandId: String(key), outcome });
            }
            return Promise.resolve();
          },
        });
        // Without a committed offset the consumer would start at the end of the topic at its first
        // fetch, and miss replies from before.
        consumer.seek({ topic: replyTopic, partition, offset });
      },
      onJoined: () => undefined,
      onCrash: onError,
    });
  }

  start(): Promise<void> {
    return this.supervised.start();
  }

  stop(): Promise<void> {
    return this.supervised.stop();
  }
}

/** Assigns one partition to every member of the group. */
function assigning(partition: number): PartitionAssigner {
  const name = 'nordgate-own-partition';
  return () => ({
    name,
    version: 1,
    assign: ({ members }) =>
      Promise.resolve(
        members.map(({ memberId }) => ({
          memberId,
          memberAssignment: AssignerProtocol.MemberAssignment.encode({
            version: 1,
            assignment: { [replyTopic]: [partition] },
            userData: Buffer.alloc(0),
          }),
        })),
      ),
    protocol: ({ topics: subscribed }) => ({
      name,
      metadata: AssignerProtocol.MemberMetadata.encode({
        version: 1,
        topics: subscribed,
        userData: Buffer.alloc(0),
      }),
    }),
  });
}

async function endOf(kafka: Kafka, partition: number): Promise<string> {
  const admin = kafka.admin();
  await admin.connect();
  try {
    const offsets = await admin.fetchTopicOffsets(replyTopic);
    return offsets.find((one) => one.partition === partition)?.high ?? '0';
  } finally {
    await admin.disconnect();
  }
}
