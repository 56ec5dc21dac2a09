// `npm run test:kafka`: what needs a real broker, and therefore Java. What follows `--` goes to Jest:
// `npm run test:kafka -- tools/local` runs the specs whose path holds that word.
import { jestStage, runStages } from './run-stages.mjs';

await runStages([
  { name: 'node', command: 'node', args: ['tools/require-node.mjs'] },
  { name: 'build', command: 'tsc', args: ['-b', 'tsconfig.tools.json'] },
  { name: 'assets', command: 'node', args: ['tools/copy-assets.mjs'] },
  jestStage(1, process.argv.slice(2), { NORDGATE_KAFKA_RUN: '1' }),
]);
