import { AssignerProtocol } from 'kafkajs';
import type { Kafka, PartitionAssigner } from 'kafkajs';
import { topics } from '@nordgate/contracts/topics';
import type { Reply } from '../bus.js';
import { retry } from './kafka-settings.js';
import { replyAddress } from './reply-address.js';
import type { ReplyAddress } from './reply-address.js';
import { SupervisedConsumer } from './supervised-consumer.js';

/** The topic of all replies. */
export const replyTopic = 'gateway.replies.v1';
/** The header that names the instance that asked. */
export const replyToHeader = 'nordgate-reply-to';

export interface ReplyConsumerOptions {
  readonly kafka: Kafka;
  readonly address: ReplyAddress;
  readonly receive: (reply: Reply) => void;
  readonly onError: (error: unknown) => void;
}

/**
 * Hears the replies for one instance. It is the only member of a group of its own, whose assigner
 * gives it just its partition: there may be more instances than partitions, and none takes the
 * partition of another.
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
          sessionTimeout: 10_000,
          maxWaitTimeInMs: 500,
          retry: { ...retry, restartOnFailure: () => Promise.resolve(false) },
        }),
      run: async (consumer) => {
        const offset = await endOf(kafka, partition);
        await consumer.subscribe({ topics: [replyTopic], fromBeginning: false });
        await consumer.run({
          autoCommit: false,
          eachBatch: ({ batch }) => {
            for (const { headers, key, value } of batch.messages) {
              if (String(headers?.[replyToHeader]) !== own) continue;
              const outcome = JSON.parse(String(value)) as unknown;
              receive({ commandId: String(key), outcome });
            }
            return Promise.resolve();
          },
        });
        // From here on nothing is missed: without a committed offset it would start wherever the
        // topic ends when the first fetch is made.
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

/** Gives every member of the group the one partition. */
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

/** One of the reply topic's partitions, for an instance that just starts. */
export function anyReplyPartition(random: () => number = Math.random): number {
  return Math.floor(random() * topics[replyTopic].partitions);
}
