import { judge, brokenLaws } from '../law.js';
import { laws } from '../laws.js';
import { soundEvidence, withService } from '../testing/evidence.js';
import { services, since } from './evidence.js';
import type { Before, Evidence, OldStreams, Service } from './evidence.js';

const nobody: ReadonlySet<string> = new Set();

/** What was there before a run, service by service. */
function beforeWith(old: (name: Service) => OldStreams): Before {
  return Object.fromEntries(services.map((name) => [name, old(name)])) as unknown as Before;
}

const allOf = ({ services: seen }: Evidence, name: Service) =>
  new Set(seen[name].streams.map(({ stream }) => stream));

describe('evidence since a moment', () => {
  it('leaves out every stream that existed before', () => {
    const all = soundEvidence();
    const before = beforeWith((name) => ({ all: allOf(all, name), damaged: nobody }));
    const nothing = since(before, { ...all, requests: [], runs: [], answers: new Map() });
    expect(brokenLaws(judge(laws, nothing))).toEqual([]);
    expect(nothing.register).toEqual([]);
    expect(nothing.services.payments).toMatchObject({ events: [], streams: [], published: [] });
    expect(nothing).toMatchObject({ orders: [], picks: [], ledger: all.ledger });
    expect(nothing.lasting).toEqual(
      Object.fromEntries(
        services.map((name) => {
          const { events, streams, rebuilt, deleted } = all.lasting[name];
          return [name, { events, streams, rebuilt, deleted }];
        }),
      ),
    );
  });

  it('leaves out nothing when nothing was there', () => {
    const all = soundEvidence();
    const seen = since(
      beforeWith(() => ({ all: nobody, damaged: nobody })),
      all,
    );
    expect({ ...seen, lasting: all.lasting }).toEqual(all);
  });

  it('judges a stream of before whose event is lost in the run, and none that was damaged before', () => {
    const all = soundEvidence();
    const [victim = ''] = allOf(all, 'accounts');
    const lost = withService(all, 'accounts', ({ events }) => ({
      events: events.filter(({ stream, version }) => stream !== victim || version > 1),
    }));
    const old = (damaged: ReadonlySet<string>) =>
      beforeWith((name) => ({ all: allOf(all, name), damaged }));
    const broken = (before: Before) =>
      judge(laws, since(before, { ...lost, requests: [], runs: [], answers: new Map() }))
        .filter(({ id, violations }) => id === 'L4' && violations.length > 0)
        .flatMap(({ violations }) => violations);
    expect(broken(old(nobody))).toEqual([expect.stringContaining(victim)]);
    expect(broken(old(new Set([victim])))).toEqual([]);
  });
});
