import { handles } from '@nordgate/contracts/events';
import type { Handled, PaymentCancelled } from '@nordgate/contracts/events';
import { topics } from '@nordgate/contracts/topics';
import type { TopicName } from '@nordgate/contracts/topics';
import { noReaction } from '@nordgate/decider';
import type { Reaction, ReceivedEvent } from '@nordgate/decider';
import { eventTypesOf, patternParts, reactionPattern, ReactsTo } from './patterns.js';

const names = Object.keys(topics) as TopicName[];

describe('the pattern of a handler', () => {
  it.each(names)('keeps topic %s and group apart', (topic) => {
    const group = 'payments.settle-basket';
    expect(patternParts(reactionPattern(topic, group))).toEqual({ topic, group });
  });
});

describe('a method that reacts', () => {
  const ends = handles('payments.events.v1', ['PaymentCancelled', 'PaymentRejected']);
  const metadataOf = (reacting: { prototype: object }, method: string) => {
    const { value } = Object.getOwnPropertyDescriptor(reacting.prototype, method) as {
      readonly value: object;
    };
    const read = (key: string) => Reflect.getMetadata(`microservices:${key}`, value) as unknown;
    return { patterns: read('pattern'), ...eventTypesOf(read('pattern_extras')) };
  };

  it('subscribes to the topic and the types of its declaration', () => {
    class Reacting {
      @ReactsTo('sca.ends', ends)
      end(_received: ReceivedEvent<Handled<typeof ends>>): Reaction {
        return noReaction;
      }
    }
    expect(metadataOf(Reacting, 'end')).toEqual({
      patterns: ['payments.events.v1 > sca.ends'],
      eventTypes: ['PaymentCancelled', 'PaymentRejected'],
    });
  });

  it('subscribes to all messages of a topic without a declaration', () => {
    class Reacting {
      @ReactsTo('batch.outcomes', 'core.outcomes.v1')
      note(_received: ReceivedEvent): Reaction {
        return noReaction;
      }
    }
    expect(metadataOf(Reacting, 'note')).toEqual({
      patterns: ['core.outcomes.v1 > batch.outcomes'],
    });
  });

  it('does not compile when it cannot take every event of its declaration', () => {
    class Reacting {
      // @ts-expect-error PaymentRejected is declared, too
      @ReactsTo('sca.ends', ends)
      end(_received: ReceivedEvent<PaymentCancelled>): Reaction {
        return noReaction;
      }
    }
    expect(new Reacting()).toBeDefined();
  });

  it('does not compile with a type that its topic does not have', () => {
    // @ts-expect-error a basket's event
    expect(handles('payments.events.v1', ['BasketDeleted']).types).toHaveLength(1);
  });
});
