import { INTERFACE_VERSION, RELEASE } from '../../base/codes/versions.js';
import { topics } from '../../services/topics.js';
import type { Topic } from '../../services/topics.js';
import { messageHeaders } from './message-headers.js';
import { messageSchemas } from './message-schemas.js';
import type { TypedMessage } from './message-schemas.js';
import { neededBy } from '../schemas/from-types.js';
import { eventFacts } from './event-facts.js';

/** The description of topics and messages (AsyncAPI 3). */
export interface AsyncApi {
  readonly asyncapi: string;
  readonly channels: Readonly<
    Record<
      string,
      {
        readonly messages: Record<string, object>;
        readonly tags: readonly { readonly name: string }[];
      }
    >
  >;
  readonly components: {
    readonly messages: Readonly<
      Record<string, { readonly payload: object; readonly headers?: object }>
    >;
    readonly schemas: Readonly<Record<string, object>>;
  };
}

const info = {
  title: 'Nordgate',
  version: INTERFACE_VERSION,
  'x-release': RELEASE,
  description: [
    'Topics and messages between the apps of the bank.',
    'Operations are those of the app that owns the topic: it receives commands and sends the rest.',
    'The tag of a channel says who takes part. The channels with the tag core-bank are for the core system of the bank.',
    'The others are internal: no outside party sends their commands, and the ACLs of the brokers have to deny it.',
    'A TPP uses the interface of openapi.json alone.',
    'CloudEvents 1.0 in the binary mode of Kafka; the key of a record is its stream.',
  ].join('\n'),
  license: { name: 'Apache-2.0' },
};

/** Describes every topic with its messages; the schemas are made from the types. */
export function asyncApi(): AsyncApi {
  const { byTopic, definitions } = messageSchemas();
  const described = Object.entries(topics).map(([name, topic]) =>
    describedTopic(name, topic, byTopic.get(name) ?? []),
  );
  const messages = Object.fromEntries(described.flatMap((one) => one.messages));
  const document = {
    asyncapi: '3.0.0',
    info,
    defaultContentType: 'application/json',
    channels: Object.fromEntries(described.map(({ name, channel }) => [name, channel])),
    operations: Object.fromEntries(described.map(({ name, operation }) => [name, operation])),
    components: { messages, schemas: neededBy(messages, definitions) },
  };
  const text = JSON.stringify(document).replaceAll('#/definitions/', '#/components/schemas/');
  return JSON.parse(text) as AsyncApi;
}

function describedTopic(name: string, topic: Topic, typed: readonly TypedMessage[]) {
  const messages: readonly (readonly [string, object])[] =
    topic.carries === 'replies'
      ? [['CommandOutcome.v1', reply] as const]
      : typed.map((one) => [messageId(topic.carries, one), messageOf(topic.carries, one)] as const);
  const action = topic.carries === 'commands' ? 'receive' : 'send';
  return {
    name,
    messages,
    channel: {
      address: name,
      description: topic.about,
      messages: Object.fromEntries(
        messages.map(([id]) => [id, { $ref: `#/components/messages/${id}` }]),
      ),
      tags: [parties[topic.carries === 'core' ? 'core-bank' : 'internal']],
      bindings: { kafka: { partitions: topic.partitions } },
    },
    operation: {
      action,
      channel: { $ref: `#/channels/${name}` },
      tags: [{ name: topic.owner }],
    },
  };
}

/** Who takes part in a channel, as its tag. */
const parties = {
  internal: { name: 'internal', description: 'Between the apps of the bank only.' },
  'core-bank': {
    name: 'core-bank',
    description: "Between an app of the bank and the bank's core system.",
  },
} as const;

const eventVersions = new Map(eventFacts().map(({ type, version }) => [type, version]));

function messageId(carries: Topic['carries'], { type }: TypedMessage): string {
  const version = carries === 'events' ? eventVersions.get(type) : undefined;
  return `${type}.v${version ?? '1'}`;
}

const reply = {
  name: 'CommandOutcome',
  description:
    "A hint for the gateway instance that asked, never the truth. The key is the command's id.",
  contentType: 'application/json',
  payload: {
    description: 'What the decider answers, such as a receipt; null where it says nothing.',
  },
};

function messageOf(carries: Topic['carries'], { type, data }: TypedMessage) {
  return {
    name: type,
    contentType: 'application/json',
    headers: messageHeaders(carries === 'replies' ? 'events' : carries, type),
    payload: data,
  };
}
