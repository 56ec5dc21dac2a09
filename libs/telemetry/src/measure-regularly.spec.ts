import { setImmediate as nextTurn } from 'node:timers/promises';
import { MeasuredGauge } from './metrics.js';
import { measureRegularly } from './measure-regularly.js';

const running: { stop(): void }[] = [];
afterEach(() => {
  for (const one of running.splice(0)) one.stop();
});

/** A gauge that measures what `measure` returns, every five milliseconds. */
function measuring(measure: () => Promise<number>) {
  const gauge = new MeasuredGauge('depth', 'Depth.');
  const state = { forgotten: 0, measured: 0 };
  const one = measureRegularly({
    everyMs: 5,
    limitMs: 20,
    measure: async () => {
      gauge.record(await measure());
      state.measured += 1;
    },
    forget: () => {
      gauge.forget();
      state.forgotten += 1;
    },
  });
  running.push(one);
  return { gauge, state, stop: () => one.stop() };
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await nextTurn();
}

describe('a gauge that is measured in the background', () => {
  it('has the latest value, with its labels in the text format of Prometheus', async () => {
    let value = 0;
    const { state } = measuring(() => Promise.resolve((value += 1)));
    await until(() => state.measured > 2);
    const gauge = new MeasuredGauge('depth', 'Depth.');
    gauge.record(1, { 'b.c': 'say "hi"\n', a: 'x\\y' });
    gauge.record(2, { a: 'x\\y', 'b.c': 'say "hi"\n' });
    expect(gauge.text()).toBe(
      '# HELP depth Depth.\n# TYPE depth gauge\ndepth{a="x\\\\y",b_c="say \\"hi\\"\\n"} 2\n',
    );
  });

  it('is absent after a measurement that failed, and comes back', async () => {
    let fails = false;
    const { gauge, state } = measuring(() =>
      fails ? Promise.reject(new Error('no database')) : Promise.resolve(7),
    );
    await until(() => state.measured > 0);
    expect(gauge.text()).toContain('depth 7');
    fails = true;
    await until(() => state.forgotten > 0);
    expect(gauge.text()).toBe('');
    fails = false;
    await until(() => gauge.text() !== '');
  });

  it('is absent while a measurement hangs, and no second one begins', async () => {
    const hang = Promise.withResolvers<number>();
    let begun = 0;
    const { gauge, state } = measuring(() =>
      (begun += 1) === 1 ? Promise.resolve(1) : hang.promise,
    );
    await until(() => state.forgotten > 0);
    expect(gauge.text()).toBe('');
    expect(begun).toBe(2);
    hang.resolve(2);
    await until(() => gauge.text() !== '');
  });

  it('is absent after the end, also when the last measurement ends later', async () => {
    const last = Promise.withResolvers<number>();
    const { gauge, state, stop } = measuring(() => last.promise);
    stop();
    last.resolve(1);
    await until(() => state.measured === 1);
    await nextTurn();
    expect(gauge.text()).toBe('');
  });
});
