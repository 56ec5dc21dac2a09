import { CollectedReads } from './collected-reads.js';

/** Reads whose answers the test gives. */
function someReads(answer: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>) {
  const asked: string[][] = [];
  const reads = new CollectedReads<string>((ids) => {
    asked.push([...ids]);
    return answer(ids);
  });
  return { reads, asked };
}

const echo = (ids: readonly string[]) =>
  Promise.resolve(new Map(ids.map((id) => [id, `of ${id}`])));
const turn = () => new Promise(setImmediate);

describe('collected reads', () => {
  it('are one read for all of one turn, each id once', async () => {
    const { reads, asked } = someReads(echo);
    const answers = await Promise.all(['a', 'b', 'a'].map((id) => reads.read(id)));
    expect(answers).toEqual(['of a', 'of b', 'of a']);
    expect(asked).toEqual([['a', 'b']]);
  });

  it('are at most two in flight; what comes meanwhile makes the next one', async () => {
    const gate = Promise.withResolvers<void>();
    const { reads, asked } = someReads(async (ids) => {
      await gate.promise;
      return echo(ids);
    });
    const all = [];
    for (const id of ['a', 'b', 'c', 'd']) {
      all.push(reads.read(id));
      await turn();
    }
    expect(asked).toEqual([['a'], ['b']]);
    gate.resolve();
    await Promise.all(all);
    expect(asked).toEqual([['a'], ['b'], ['c', 'd']]);
  });

  it('never give an answer from before the question', async () => {
    let truth = 'old';
    const { reads } = someReads((ids) => Promise.resolve(new Map(ids.map((id) => [id, truth]))));
    expect(await reads.read('a')).toBe('old');
    truth = 'new';
    expect(await reads.read('a')).toBe('new');
  });

  it('fail together, and only they', async () => {
    const { reads } = someReads((ids) =>
      ids.includes('ill') ? Promise.reject(new Error('no database')) : echo(ids),
    );
    const results = await Promise.allSettled([reads.read('ill'), reads.read('well')]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await reads.read('well')).toBe('of well');
  });

  it('refuse an id that nothing was read of', async () => {
    const { reads } = someReads(() => Promise.resolve(new Map()));
    await expect(reads.read('a')).rejects.toThrow('a was not read');
  });

  it('are split when there are very many', async () => {
    const { reads, asked } = someReads(echo);
    await Promise.all(Array.from({ length: 300 }, (_, i) => reads.read(String(i))));
    expect(asked.map(({ length }) => length)).toEqual([256, 44]);
  });
});
