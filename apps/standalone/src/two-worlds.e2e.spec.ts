import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Psd2Role } from '@nordgate/signature';
import type { PatientTpp } from '@nordgate/testing';
import { parseScenario, runScenario, textOfStep } from '@nordgate/tpp-client/scenario';
import type { ScenarioResult, TppSource } from '@nordgate/tpp-client/scenario';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';

const folder = join(import.meta.dirname, '../../../examples/scenarios');

/** One for each kind of what a world has; `scenarios.e2e.spec.ts` runs all of them in one world. */
const scenarios = [
  'basket-approved',
  'bulk-with-one-part-refused',
  'cancellation-after-the-approval',
  'clock-ends-a-consent',
  'clock-executes-a-dated-payment',
  'consent-granted-and-read',
  'customer-removed',
  'duplicate-months',
  'four-unattended-reads',
  'second-signer-approves',
].map((name) => {
  const file = `${name}.yaml`;
  return parseScenario(readFileSync(join(folder, file), 'utf8'), file);
});

/** Ids of the bank and of requests, and the time of a day. */
const ids =
  /\b[A-Z][A-Za-z0-9_-]{20,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|T\d\d:[0-9:.]+Z/gu;
const answersOf = ({ steps }: ScenarioResult) =>
  steps.map(({ name, what, answer }) => [name, what, answer].join(': ').replaceAll(ids, 'id'));

describe('a scenario that runs in the worlds of two TPPs at once', () => {
  let test: TestBank;
  let worlds: readonly [TppSource, TppSource];
  beforeAll(async () => {
    test = await startTestBank();
    const sourceOf = (tppId: string): TppSource => {
      let all: Promise<PatientTpp> | undefined;
      return {
        tpp: (roles) =>
          roles === undefined
            ? (all ??= test.newTpp(tppId))
            : test.newTpp(tppId, roles as readonly Psd2Role[]),
      };
    };
    worlds = [sourceOf('PSDNO-FSA-860000002'), sourceOf('PSDNO-FSA-860000003')];
  });
  afterAll(() => test.stop());

  it.each(scenarios.map((scenario) => [scenario.title, scenario] as const))(
    'gets equal answers in both: %s',
    async (_title, scenario) => {
      const [one, other] = await Promise.all([
        runScenario(scenario, worlds[0]),
        runScenario(scenario, worlds[1]),
      ]);
      for (const { outcome, steps } of [one, other]) {
        const failed = steps.filter(({ unmet }) => unmet.length > 0).map(textOfStep);
        expect([outcome, ...failed]).toEqual(['passed']);
      }
      expect(answersOf(other)).toEqual(answersOf(one));
    },
  );
});
