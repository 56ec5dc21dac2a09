// `npm test`: everything that needs no Java, browser, Python or package registry, with a time per stage. Where kubectl is
// missing, Go builds kustomize once from the registry for Go modules.
import { globSync } from 'node:fs';
import { jestStage, longestFirst, runStages } from './run-stages.mjs';

const elsewhere = [
  '.kafka.int.spec.ts',
  '.kafka.e2e.spec.ts',
  '.browser.e2e.spec.ts',
  '.outside.spec.ts',
  '.outside.e2e.spec.ts',
  '.restore.e2e.spec.ts',
  '.image.spec.ts',
];
const scripts = ['test:kafka', 'test:browser', 'test:outside', 'test:restore', 'test:image'].map(
  (name) => `npm run ${name}`,
);
const leftOut = elsewhere.flatMap((suffix) =>
  globSync(`{apps,libs,tools}/**/*${suffix}`, { exclude: ['**/node_modules/**'] }),
);

await runStages(
  [
    { name: 'node', command: 'node', args: ['tools/require-node.mjs'] },
    // Each reads sources only. None of them keeps two cores busy from its begin to its end.
    [
      { name: 'types', command: 'tsc', args: ['-b', 'tsconfig.json'] },
      { name: 'format', command: 'oxfmt', args: ['--check', '.'] },
      // The rules are in redocly.yaml. The lint takes about two seconds, and sends nothing.
      {
        name: 'openapi',
        command: 'redocly',
        args: ['lint', 'nordgate'],
        env: { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      },
      // The boundary rule of the lint needs Nx's project graph, and finds nothing without one.
      { name: 'graph', command: 'nx', args: ['show', 'projects'], quiet: true },
    ],
    { name: 'assets', command: 'node', args: ['tools/copy-assets.mjs'] },
    [
      {
        name: 'lint',
        command: 'oxlint',
        args: ['--type-aware', '--tsconfig', 'tsconfig.lint.json', '.'],
      },
      // A worker and its database use about half of a core, because specs wait much of their time: four keep two cores busy.
      jestStage(4, [...longestFirst, '--testPathIgnorePatterns', ...elsewhere]),
    ],
  ],
  [
    leftOut.length === 0
      ? 'left out: nothing'
      : `left out (${scripts.join(', ')}): ${leftOut.join(', ')}`,
  ],
);
