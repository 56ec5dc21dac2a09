import { judge, readReport } from './findings.js';

const finding = (check: string, resource: string) => ({ check, name: 'a name', resource });
const exceptions = [{ check: 'A_1', resources: /^Job\./, reason: 'jobs end' }];

it('reports a failed check of a manifest that no exception covers', () => {
  const findings = [finding('A_1', 'Job.bank.migrate'), finding('A_1', 'Deployment.bank.sca')];
  expect(judge({ passed: 5, findings }, exceptions)).toEqual({
    ...{ passed: 5, excepted: 1, unused: [] },
    faults: ['Deployment.bank.sca: a name (A_1)'],
  });
});

it('reports an exception that covers nothing any more', () => {
  expect(judge({ passed: 5, findings: [] }, exceptions).unused).toEqual([
    String.raw`A_1 of /^Job\./`,
  ]);
});

it('reads the failed checks of a report', () => {
  const failed = { check_id: 'A_1', check_name: 'a name', resource: 'Job.bank.migrate' };
  const text = JSON.stringify({
    summary: { passed: 5, parsing_errors: 0, resource_count: 1 },
    results: { failed_checks: [failed] },
  });
  expect(readReport(text)).toEqual({ passed: 5, findings: [finding('A_1', 'Job.bank.migrate')] });
});

it('rejects the report of a run that read nothing, or could not parse', () => {
  expect(() => readReport('{"passed": 0, "resource_count": 0}')).toThrow('read no manifest');
  const summary = { passed: 5, parsing_errors: 1, resource_count: 1 };
  const text = JSON.stringify({ summary, results: { failed_checks: [] } });
  expect(() => readReport(text)).toThrow('cannot parse');
});
