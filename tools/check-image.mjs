// `npm run test:image`: builds the images without an engine, and runs them. Needs buildah, mmdebstrap and runc, and
// root. What follows `--` goes to Jest.
import { jestStage, runStages } from './run-stages.mjs';

await runStages([
  { name: 'node', command: 'node', args: ['tools/require-node.mjs'] },
  { name: 'images', command: 'node', args: ['tools/image/build-images.ts'] },
  jestStage(1, ['--selectProjects', 'tools', ...process.argv.slice(2)], {
    NORDGATE_IMAGE_RUN: '1',
  }),
]);
