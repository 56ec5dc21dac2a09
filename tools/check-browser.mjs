// `npm run test:browser`: what needs a real browser, Chromium. What follows `--` goes to Jest. Pictures of
// the pages are left in `artifacts/`.
import { jestStage, longestFirst, runStages } from './run-stages.mjs';

await runStages(
  [
    { name: 'node', command: 'node', args: ['tools/require-node.mjs'] },
    { name: 'build', command: 'tsc', args: ['-b', 'tsconfig.tools.json'] },
    { name: 'assets', command: 'node', args: ['tools/copy-assets.mjs'] },
    jestStage(2, [...longestFirst, ...process.argv.slice(2)], { NORDGATE_BROWSER_RUN: '1' }),
  ],
  ['pictures of the pages: artifacts/'],
);
