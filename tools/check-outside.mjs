// `npm run test:outside`: what a TPP's developer does on a machine without this repository, and what a judge in Go says of
// histories of the bank, and one in Python of its calendar. Needs the package registry, and those for Go modules and Python.
// What follows `--` goes to Jest.
import { jestStage, runStages } from './run-stages.mjs';

await runStages([
  { name: 'node', command: 'node', args: ['tools/require-node.mjs'] },
  { name: 'build', command: 'tsc', args: ['-b', 'tsconfig.tools.json'] },
  { name: 'assets', command: 'node', args: ['tools/copy-assets.mjs'] },
  jestStage(1, process.argv.slice(2), { NORDGATE_OUTSIDE_RUN: '1' }),
]);
