import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reportChecks } from './check-report.js';

describe('the report of checks', () => {
  const folder = mkdtempSync(join(tmpdir(), 'nordgate-report-'));
  const path = join(folder, 'report.json');
  const before = process.env['NORDGATE_CHECK_REPORT'];

  afterAll(() => {
    if (before === undefined) delete process.env['NORDGATE_CHECK_REPORT'];
    else process.env['NORDGATE_CHECK_REPORT'] = before;
    rmSync(folder, { recursive: true });
  });

  it('adds up the counts of the programs of one run, and names what failed', () => {
    process.env['NORDGATE_CHECK_REPORT'] = path;
    const said: string[] = [];
    const say = (line: string) => void said.push(line);
    expect(reportChecks('live', [{ what: 'a panel' }, { what: 'a rule' }], say)).toBe(0);
    const login = { what: 'the token', fault: 'is missing' };
    expect(reportChecks('collector', [login, { what: 'a trace', fault: undefined }], say)).toBe(1);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
      ...{ numPassedTests: 3, numFailedTests: 1, numFailedTestSuites: 0 },
    });
    expect(said).toEqual([
      'live: 2 passed, 0 failed',
      'failed: the token is missing',
      'collector: 1 passed, 1 failed',
    ]);
  });
});
