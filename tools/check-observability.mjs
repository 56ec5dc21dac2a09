// `npm run test:observability`: alert rules by promtool, then dashboards and alerts with a live bank and a real
// Prometheus. Needs Debian's package prometheus (with promtool) and, for the broker, Java.
import { globSync } from 'node:fs';
import { runStages } from './run-stages.mjs';

const folder = 'deploy/observability';

await runStages([
  { name: 'node', command: 'node', args: ['tools/require-node.mjs'] },
  { name: 'config', command: 'promtool', args: ['check', 'config', `${folder}/prometheus.yml`] },
  {
    name: 'rules',
    command: 'promtool',
    args: ['test', 'rules', ...globSync(`${folder}/tests/*.yml`)],
  },
  { name: 'build', command: 'tsc', args: ['-b', 'tsconfig.tools.json'] },
  { name: 'assets', command: 'node', args: ['tools/copy-assets.mjs'] },
  { name: 'live', command: 'node', args: ['tools/observability/dist/main.js'] },
]);
