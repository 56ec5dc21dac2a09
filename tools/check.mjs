// `npm test`: everything that needs neither Java nor a browser, with a time per stage.
import { globSync } from 'node:fs';
import { jestStage, runStages } from './run-stages.mjs';

const elsewhere = ['.kafka.int.spec.ts', '.kafka.e2e.spec.ts', '.browser.e2e.spec.ts'];
const leftOut = elsewhere.flatMap((suffix) => globSync(`{apps,libs}/*/src/**/*${suffix}`));

runStages(
  [
    { name: 'node', command: 'node', args: ['tools/require-node.mjs'] },
    { name: 'types', command: 'tsc', args: ['-b', 'tsconfig.json'] },
    { name: 'assets', command: 'node', args: ['tools/copy-assets.mjs'] },
    // The boundary rule of ESLint reads Nx's project graph, and says nothing without one.
    { name: 'graph', command: 'nx', args: ['show', 'projects'], quiet: true },
    { name: 'lint', command: 'eslint', args: ['.', '--max-warnings', '0'] },
    { name: 'format', command: 'prettier', args: ['--check', '--log-level', 'warn', '.'] },
    // One process would hold the modules of all specs, since it cannot start anew.
    jestStage(['-w', '2', '--testPathIgnorePatterns', ...elsewhere]),
  ],
  [
    leftOut.length === 0
      ? 'left out: nothing'
      : `left out (npm run test:kafka, npm run test:browser): ${leftOut.join(', ')}`,
  ],
);
