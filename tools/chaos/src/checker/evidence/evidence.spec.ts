import { judge, brokenLaws } from '../law.js';
import { laws } from '../laws.js';
import { soundEvidence } from '../testing/evidence.js';
import { services, since } from './evidence.js';
import type { Before, Service } from './evidence.js';

describe('evidence since a moment', () => {
  it('leaves out every stream that existed before', () => {
    const all = soundEvidence();
    const streams = (name: Service) =>
      new Set(all.services[name].streams.map(({ stream }) => stream));
    const before = {
      payments: streams('payments'),
      baskets: streams('baskets'),
      sca: streams('sca'),
      accounts: streams('accounts'),
      batch: streams('batch'),
    };
    const nothing = since(before, { ...all, requests: [], runs: [], answers: new Map() });
    expect(brokenLaws(judge(laws, nothing))).toEqual([]);
    expect(nothing.register).toEqual([]);
    expect(nothing.services.payments).toMatchObject({ events: [], streams: [], published: [] });
    expect(nothing).toMatchObject({ orders: [], picks: [], ledger: all.ledger });
    const none = Object.fromEntries(services.map((name) => [name, new Set<string>()]));
    expect(since(none as unknown as Before, all)).toEqual(all);
  });
});
