import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { parseScenario, ScenarioFileError } from './read-scenario.js';
import { scenarioSchema } from './scenario-schema.js';

const examples = join(import.meta.dirname, '../../../../examples/scenarios');

const start = `title: A title
shows: A rule (specification 3).
steps:
`;
const faultsOf = (yaml: string): readonly string[] => {
  try {
    parseScenario(yaml, 'x.yaml');
    return [];
  } catch (error) {
    if (error instanceof ScenarioFileError) return error.message.split('\n');
    throw error;
  }
};

describe('a scenario file', () => {
  it('is read with the line of each step', () => {
    const { title, steps, given } = parseScenario(
      `${start}  - tpp: GET /v1/user\n  - batch: run\n`,
      'x.yaml',
    );
    expect([title, given, steps]).toEqual([
      'A title',
      {},
      [
        { tpp: 'GET /v1/user', line: 4 },
        { batch: 'run', line: 5 },
      ],
    ]);
  });

  it.each([
    [
      'an unknown kind of step',
      `${start}  - batch: run\n  - weather: rain\n`,
      'x.yaml:5:5: step 2: unknown kind of step "weather"; a step has one of tpp, psu, signer, batch, clock',
    ],
    [
      'a step of two kinds',
      `${start}  - batch: run\n    tpp: GET /v1/user\n`,
      'x.yaml:5:5: step 1: it has batch and tpp; a step has one of tpp, psu, signer, batch, clock',
    ],
    [
      'an unknown member',
      `${start}  - tpp: GET /v1/user\n    expects: {}\n`,
      'x.yaml:5:5: step 1: unknown member "expects"; known are name, as, tpp, headers, body, actsFor, afterSigning, clockAhead, eventually, expect',
    ],
    [
      'an unknown keyword',
      `${start}  - tpp: GET /v1/user\n    expect:\n      body:\n        /psuId: { like: x }\n`,
      'x.yaml:7:19: step 1: expect.body./psuId: unknown member "like"; known are is, not, pattern, absent, present, oneOf, length, contains, changes',
    ],
    [
      'a pattern that is no regular expression',
      `${start}  - tpp: GET /v1/user\n    expect: { body: { /psuId: { pattern: '(' } } }\n`,
      'x.yaml:5:42: step 1: expect.body./psuId.pattern: must match format "regex"',
    ],
    [
      'a pointer without a slash',
      `${start}  - tpp: GET /v1/user\n    expect: { body: { psuId: x } }\n`,
      'x.yaml:5:23: step 1: expect.body: "psuId" is no JSON pointer, such as /transactionStatus',
    ],
    [
      'an act that no PSU does',
      `${start}  - psu: { customer: '1', does: waits }\n`,
      'x.yaml:4:33: step 1: psu.does: one of approves, refuses, declines, leaves, enters wrong codes',
    ],
    [
      'a name that no step keeps',
      `${start}  - tpp: GET /v1/payments/\${payment.paymentId}\n`,
      'x.yaml:4:10: step 1: ${payment.paymentId} has no value here: no earlier step keeps it',
    ],
    ['no steps', 'title: A\nshows: B\n', 'x.yaml:1:1: it needs "steps"'],
    ['a text', 'nothing', 'x.yaml:1:1: must be object'],
    [
      'a member twice',
      'title: A\ntitle: B\n',
      'x.yaml:2:1: Map keys must be unique at line 2, column 1:',
    ],
    ['a line that is no YAML', 'title: [A\n', expect.stringMatching(/^x\.yaml:2:1: /) as string],
  ])('with %s has its place in the message', (_what, yaml, message) => {
    expect(faultsOf(yaml)).toEqual([message]);
  });

  it('tells all faults at once', () => {
    const yaml = `${start}  - weather: x\n  - batch: walk\n`;
    expect(faultsOf(yaml).map((one) => one.split(': ')[0])).toEqual(['x.yaml:4:5', 'x.yaml:5:12']);
  });
});

describe('the JSON schema of a scenario', () => {
  it('beside the examples is that of the reader; npm run describe writes it', () => {
    const written: unknown = JSON.parse(
      readFileSync(join(examples, 'scenario.schema.json'), 'utf8'),
    );
    expect(written).toEqual(JSON.parse(JSON.stringify(scenarioSchema)));
  });

  it('accepts every example, and the reader reads it', () => {
    const isScenario = new Ajv({ allowUnionTypes: true, formats: { regex: true } }).compile(
      scenarioSchema,
    );
    const files = globSync(join(examples, '*.yaml'));
    const wrong = files.filter((file) => {
      const text = readFileSync(file, 'utf8');
      parseScenario(text, file);
      return !isScenario(parse(text, { merge: true }));
    });
    expect([files.length > 30, wrong]).toEqual([true, []]);
  });
});
