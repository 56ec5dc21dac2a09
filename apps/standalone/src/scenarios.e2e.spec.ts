import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseScenario, runScenario, textOfStep } from '@nordgate/tpp-client/scenario';
import type { ScenarioResult, TppSource } from '@nordgate/tpp-client/scenario';
import type { Psd2Role } from '@nordgate/signature';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';

const folder = join(import.meta.dirname, '../../../examples/scenarios');
const files = globSync(join(folder, '*.yaml')).sort();
const scenarios = files.map((file) => ({
  file: basename(file),
  scenario: parseScenario(readFileSync(file, 'utf8'), file),
}));

/** A scenario waits more than it works, so several TPPs run them, each in a separate world. */
const tpps = ['PSDNO-FSA-860000011', 'PSDNO-FSA-860000012', 'PSDNO-FSA-860000013'];

describe('the scenarios of examples/scenarios', () => {
  let test: TestBank;
  const results = new Map<string, Promise<ScenarioResult>>();
  beforeAll(async () => {
    test = await startTestBank();
    const lanes = tpps.map((tpp) => ({ tpp, last: Promise.resolve<unknown>(undefined) }));
    for (const [n, { file, scenario }] of scenarios.entries()) {
      const lane = lanes[n % lanes.length];
      if (lane === undefined) continue;
      const result = lane.last.then(() => runScenario(scenario, sourceFor(lane.tpp)));
      lane.last = result.catch(() => undefined);
      results.set(file, result);
    }
  });
  afterAll(() => test.stop());

  const sourceFor = (identifier: string): TppSource => ({
    tpp: (roles) =>
      roles === undefined
        ? test.newTpp(identifier)
        : test.newTpp(`${identifier}-OTHER`, roles as readonly Psd2Role[]),
  });

  it('are thirty at least, each with another title', () => {
    const titles = scenarios.map(({ scenario }) => scenario.title);
    expect(new Set(titles).size).toBe(titles.length);
    expect(titles.length).toBeGreaterThanOrEqual(30);
  });

  it.each(scenarios.map(({ file, scenario }) => [scenario.title, file] as const))(
    '%s (%s)',
    async (_title, file) => {
      const { outcome = 'never run', steps = [] } = (await results.get(file)) ?? {};
      const failed = steps.filter(({ unmet }) => unmet.length > 0).map(textOfStep);
      expect([outcome, ...failed]).toEqual(['passed']);
    },
  );
});
