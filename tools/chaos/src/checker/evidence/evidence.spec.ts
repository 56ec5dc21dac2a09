import { judge, brokenLaws } from '../law.js';
import { laws } from '../laws.js';
import { soundEvidence } from '../testing/evidence.js';
import { since } from './evidence.js';

describe('evidence since a moment', () => {
  it('leaves out every stream that existed before', () => {
    const all = soundEvidence();
    const streams = (name: 'payments' | 'baskets' | 'sca') =>
      new Set(all.services[name].streams.map(({ stream }) => stream));
    const before = {
      payments: streams('payments'),
      baskets: streams('baskets'),
      sca: streams('sca'),
      accounts: new Set<string>(),
    };
    const nothing = since(before, { ...all, requests: [], answers: new Map() });
    expect(brokenLaws(judge(laws, nothing))).toEqual([]);
    expect(nothing.register).toEqual([]);
    expect(nothing.services.payments).toMatchObject({ events: [], streams: [], published: [] });
    const none = { ...before, payments: new Set<string>(), baskets: new Set<string>() };
    expect(since({ ...none, sca: new Set() }, all)).toEqual(all);
  });
});
