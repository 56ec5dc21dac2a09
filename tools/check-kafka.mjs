// `npm run test:kafka`: what needs a real broker, and therefore Java. What follows `--` goes to Jest:
// `npm run test:kafka -- tools/local` runs the specs whose path holds that word.
import { jestStage, longestFirst, runStages } from './run-stages.mjs';

await runStages([
  { name: 'node', command: 'node', args: ['tools/require-node.mjs'] },
  { name: 'build', command: 'tsc', args: ['-b', 'tsconfig.tools.json'] },
  { name: 'assets', command: 'node', args: ['tools/copy-assets.mjs'] },
  // Specs wait for brokers and for the bank much of their time: two keep two cores busy.
  jestStage(2, [...longestFirst, ...process.argv.slice(2)], { NORDGATE_KAFKA_RUN: '1' }),
]);
