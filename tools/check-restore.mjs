// `npm run test:restore`: databases are dumped, lost and restored, on Debian's PostgreSQL 15 (package postgresql-15).
// What follows `--` goes to Jest.
import { jestStage, runStages } from './run-stages.mjs';

await runStages([
  { name: 'node', command: 'node', args: ['tools/require-node.mjs'] },
  { name: 'server', command: '/usr/lib/postgresql/15/bin/postgres', args: ['--version'] },
  { name: 'build', command: 'tsc', args: ['-b', 'tsconfig.tools.json'] },
  { name: 'assets', command: 'node', args: ['tools/copy-assets.mjs'] },
  jestStage(1, process.argv.slice(2), { NORDGATE_RESTORE_RUN: '1' }),
]);
