// `npm run audit`: known vulnerabilities of the packages in the images, from the package registry. Exit codes: 0 none
// of severity high or critical, apart from the exceptions; 1 some; 2 the registry gives no report. With
// `--where-reported` no report is a warning and not a failure: some mirrors of the registry have none.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { auditFaults, auditReport } from './image/audit-report.ts';

const isReportNeeded = !process.argv.includes('--where-reported');
const root = join(import.meta.dirname, '..');
const path = join(root, 'deploy/supply-chain/audit-exceptions.json');
const exceptions = JSON.parse(readFileSync(path, 'utf8'));
const { stdout, stderr } = spawnSync(
  'npm',
  ['audit', '--omit=dev', '--audit-level=high', '--json'],
  {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  },
);
const report = auditReport(stdout);
if (report === undefined) {
  if (isReportNeeded) console.error(`${stdout}${stderr}`.trim());
  console.error('the registry gave no audit report: nothing is known about vulnerabilities');
  if (isReportNeeded) process.exit(2);
  console.log('0 passed, 0 failed');
  process.exit(0);
}
const faults = auditFaults(report, exceptions, new Date());
for (const fault of faults) console.log(fault);
console.log(`${faults.length} faults, ${exceptions.length} exceptions`);
process.exit(faults.length === 0 ? 0 : 1);
