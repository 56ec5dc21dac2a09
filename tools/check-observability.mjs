// `npm run test:observability`: alert rules by promtool, then notifications about kills by a real Alertmanager, then dashboards
// and alerts with a live bank and a real Prometheus, then a real Collector. Needs Debian's packages prometheus (with promtool) and
// prometheus-alertmanager, for the broker Java, and the registry for Go modules once: a machine without Go gets one from there.
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
    // Go would collect its garbage each time that its small heap has doubled.
    env: { GOGC: '400' },
  },
  { name: 'alertmanager', command: 'amtool', args: ['check-config', `${folder}/alertmanager.yml`] },
  { name: 'build', command: 'tsc', args: ['-b', 'tsconfig.tools.json'] },
  { name: 'assets', command: 'node', args: ['tools/copy-assets.mjs'] },
  { name: 'kills', command: 'node', args: ['tools/observability/dist/verify-kills.js'] },
  { name: 'live', command: 'node', args: ['tools/observability/dist/main.js'] },
  { name: 'collector', command: 'node', args: ['tools/observability/dist/verify-collector.js'] },
]);
