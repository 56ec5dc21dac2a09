import { Collector } from './collector.js';

/** A collector whose answers the test gives, and the batches that it asked. */
function aCollector(answer: (questions: readonly string[]) => Promise<readonly string[]>) {
  const asked: string[][] = [];
  const collector = new Collector<string, string>((questions) => {
    asked.push([...questions]);
    return answer(questions);
  });
  return { collector, asked };
}

const echo = (questions: readonly string[]) =>
  Promise.resolve(questions.map((question) => `of ${question}`));
const turn = () => new Promise(setImmediate);

describe('Collector', () => {
  it('asks the questions of one event-loop turn in one batch and answers each of them', async () => {
    const { collector, asked } = aCollector(echo);
    const answers = await Promise.all(['a', 'b', 'a'].map((id) => collector.ask(id)));
    expect(answers).toEqual(['of a', 'of b', 'of a']);
    expect(asked).toEqual([['a', 'b', 'a']]);
  });

  it('has at most two batches in flight; later questions form the next batch', async () => {
    const gate = Promise.withResolvers<void>();
    const { collector, asked } = aCollector(async (questions) => {
      await gate.promise;
      return echo(questions);
    });
    const all = [];
    for (const id of ['a', 'b', 'c', 'd']) {
      all.push(collector.ask(id));
      await turn();
    }
    expect(asked).toEqual([['a'], ['b']]);
    gate.resolve();
    await Promise.all(all);
    expect(asked).toEqual([['a'], ['b'], ['c', 'd']]);
  });

  it('never returns an answer that was read before the question', async () => {
    let truth = 'old';
    const { collector } = aCollector((questions) => Promise.resolve(questions.map(() => truth)));
    expect(await collector.ask('a')).toBe('old');
    truth = 'new';
    expect(await collector.ask('a')).toBe('new');
  });

  it('rejects the questions of a failed batch only', async () => {
    const { collector } = aCollector((questions) =>
      questions.includes('ill') ? Promise.reject(new Error('no database')) : echo(questions),
    );
    const results = await Promise.allSettled([collector.ask('ill'), collector.ask('well')]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await collector.ask('well')).toBe('of well');
  });

  it('rejects a batch with too few answers', async () => {
    const { collector } = aCollector(() => Promise.resolve(['one']));
    const results = await Promise.allSettled([collector.ask('a'), collector.ask('b')]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });

  it('splits 300 questions into batches of at most 256', async () => {
    const { collector, asked } = aCollector(echo);
    await Promise.all(Array.from({ length: 300 }, (_, i) => collector.ask(String(i))));
    expect(asked.map(({ length }) => length)).toEqual([256, 44]);
  });
});
