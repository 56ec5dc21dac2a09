import { Session } from 'node:inspector/promises';
import vm from 'node:vm';
import { awaitsOf } from './await-coverage.js';

const source = `
async function run(isLong) {
  await undefined;
  if (isLong) {
    await undefined;
    for await (const one of [1]) one;
  }
}
async function never() {
  await undefined;
}
run(false);
run;
`;

/** The ranges of V8 after the source and these calls ran. */
async function rangesAfter(isLong: boolean) {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  const url = `file:///awaits-${String(isLong)}.js`;
  const run = vm.runInThisContext(source, { filename: url }) as (isLong: boolean) => Promise<void>;
  await run(isLong);
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  return result
    .filter((one) => one.url === url)
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges));
}

describe('the awaits that a run reached', () => {
  it('are those of the branches that ran', async () => {
    expect(awaitsOf(source, await rangesAfter(false))).toEqual({ all: 4, reached: 1 });
    expect(awaitsOf(source, await rangesAfter(true))).toEqual({ all: 4, reached: 3 });
  });

  it('are none of a file that was not loaded', () => {
    expect(awaitsOf(source, undefined)).toEqual({ all: 4, reached: 0 });
  });
});
