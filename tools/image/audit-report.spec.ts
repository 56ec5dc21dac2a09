import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { auditFaults, auditReport } from './audit-report.ts';
import type { AuditException, AuditReport } from './audit-report.ts';

const id = 'GHSA-aaaa-bbbb-cccc';
const today = new Date('2026-11-23T12:00:00Z');

const reportOf = (severity: string): AuditReport => ({
  auditReportVersion: 2,
  vulnerabilities: {
    parser: {
      via: [
        {
          name: 'parser',
          title: 'Deep nesting',
          url: `https://advisories.example/${id}`,
          severity,
        },
      ],
    },
    server: { via: ['parser'] },
  },
});
const exception = (until: string): AuditException => ({ id, reason: 'not reachable', until });

describe('the audit of the packages', () => {
  it.each(['high', 'critical'])('names an advisory of severity %s', (severity) => {
    const line = `${id}: ${severity} in parser: Deep nesting`;
    expect(auditFaults(reportOf(severity), [], today)).toEqual([line]);
  });

  it('passes over an advisory of severity moderate', () => {
    expect(auditFaults(reportOf('moderate'), [], today)).toEqual([]);
  });

  it('passes over an advisory until the last day of its exception', () => {
    expect(auditFaults(reportOf('high'), [exception('2026-11-23')], today)).toEqual([]);
  });

  it('names an exception that is over', () => {
    expect(auditFaults(reportOf('high'), [exception('2026-11-22')], today)).toEqual([
      `${id}: the exception was over after 2026-11-22`,
    ]);
  });

  it('names an exception that no advisory needs', () => {
    expect(auditFaults(reportOf('low'), [exception('2027-01-01')], today)).toEqual([
      `${id}: no advisory needs this exception`,
    ]);
  });

  it.each(['', '{"message":"405 Method Not Allowed","statusCode":405}'])(
    'knows that the registry gave no report: "%s"',
    (output) => {
      expect(auditReport(output)).toBeUndefined();
    },
  );

  it('has exceptions with an id, a reason and a last day only', () => {
    const path = join(import.meta.dirname, '../../deploy/supply-chain/audit-exceptions.json');
    const exceptions = JSON.parse(readFileSync(path, 'utf8')) as Partial<AuditException>[];
    const incomplete = exceptions.filter(
      (one) =>
        !/^GHSA(-[a-z0-9]{4}){3}$/.test(one.id ?? '') ||
        (one.reason ?? '').length < 20 ||
        !/^\d{4}-\d{2}-\d{2}$/.test(one.until ?? ''),
    );
    expect(incomplete).toEqual([]);
  });
});
