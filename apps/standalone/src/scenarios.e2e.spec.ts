import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseScenario, runScenario, textOfStep } from '@nordgate/tpp-client/scenario';
import type { TppSource } from '@nordgate/tpp-client/scenario';
import type { Psd2Role } from '@nordgate/signature';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';

const folder = join(import.meta.dirname, '../../../examples/scenarios');
const files = globSync(join(folder, '*.yaml')).sort();
const scenarios = files.map((file) => ({
  file: basename(file),
  scenario: parseScenario(readFileSync(file, 'utf8'), file),
}));

describe('the scenarios of examples/scenarios', () => {
  let test: TestBank;
  let source: TppSource;
  beforeAll(async () => {
    test = await startTestBank();
    source = {
      tpp: (roles) =>
        roles === undefined
          ? Promise.resolve(test.world().tpp)
          : test.newTpp('PSDNO-FSA-860000001', roles as readonly Psd2Role[]),
    };
  });
  afterAll(() => test.stop());

  it('are thirty at least, each with another title', () => {
    const titles = scenarios.map(({ scenario }) => scenario.title);
    expect(new Set(titles).size).toBe(titles.length);
    expect(titles.length).toBeGreaterThanOrEqual(30);
  });

  it.each(scenarios.map(({ file, scenario }) => [scenario.title, file, scenario] as const))(
    '%s (%s)',
    async (_title, _file, scenario) => {
      const { outcome, steps } = await runScenario(scenario, source);
      const failed = steps.filter(({ unmet }) => unmet.length > 0).map(textOfStep);
      expect([outcome, ...failed]).toEqual(['passed']);
    },
  );
});
