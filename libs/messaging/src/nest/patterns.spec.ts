import { topics } from '@nordgate/contracts/topics';
import type { TopicName } from '@nordgate/contracts/topics';
import { patternParts, reactionPattern } from './patterns.js';

const names = Object.keys(topics) as TopicName[];

describe('the pattern of a handler', () => {
  it.each(names)('keeps topic %s and group apart', (topic) => {
    const group = 'payments.settle-basket';
    expect(patternParts(reactionPattern(topic, group))).toEqual({ topic, group });
  });
});
