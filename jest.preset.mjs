import { join } from 'node:path';
import { keepTemporaryFilesInMemory } from './tools/jest/memory-folder.mjs';
import { swcOptions } from './tools/jest/swc-options.mjs';

keepTemporaryFilesInMemory();

const own = (file) => join(import.meta.dirname, 'tools/jest', file);

/** Set by `npm run test:kafka`: only what needs a broker, and one broker for the whole run. */
const kafkaRun = process.env.NORDGATE_KAFKA_RUN === '1';
const kafkaSpecs = '*.kafka.{int,e2e}.spec.ts';

/** Set by `npm run test:browser`: only what needs a browser. */
const browserRun = process.env.NORDGATE_BROWSER_RUN === '1';
const browserSpecs = '*.browser.e2e.spec.ts';

/** Set by `npm run test:outside`: only what runs as on a machine without this repository. */
const outsideRun = process.env.NORDGATE_OUTSIDE_RUN === '1';
const outsideSpecs = '*.outside{,.e2e}.spec.ts';

/** Set by `npm run test:restore`: only what needs Debian's PostgreSQL 15. */
const restoreRun = process.env.NORDGATE_RESTORE_RUN === '1';
const restoreSpecs = '*.restore.e2e.spec.ts';

/** Set by `npm run test:image`: only what needs built images and a container runtime. */
const imageRun = process.env.NORDGATE_IMAGE_RUN === '1';
const imageSpecs = '*.image.spec.ts';

/** Runs what needs nothing special. */
export const isPlainRun = ![kafkaRun, browserRun, outsideRun, restoreRun, imageRun].includes(true);

/** The specs of a folder that belong to this run: of all folders below it unless `path` is empty. */
export function specsOf(folder, path = '**/') {
  if (kafkaRun) return [`${folder}/${path}${kafkaSpecs}`];
  if (browserRun) return [`${folder}/${path}${browserSpecs}`];
  if (outsideRun) return [`${folder}/${path}${outsideSpecs}`];
  if (restoreRun) return [`${folder}/${path}${restoreSpecs}`];
  if (imageRun) return [`${folder}/${path}${imageSpecs}`];
  const others = [kafkaSpecs, browserSpecs, outsideSpecs, restoreSpecs, imageSpecs];
  return [`${folder}/${path}*.spec.ts`, ...others.map((pattern) => `!**/${pattern}`)];
}

/** What every project's Jest run shares: ES modules through swc, workspace sources instead of builds. */
export const preset = {
  // Compiled specs outlive a run, so they are not in the folder of temporary files.
  cacheDirectory: join(import.meta.dirname, 'node_modules/.cache/jest'),
  testEnvironment: own('test-environment.mjs'),
  testEnvironmentOptions: { customExportConditions: ['@nordgate/source', 'node', 'node-addons'] },
  testMatch: specsOf('<rootDir>/src'),
  extensionsToTreatAsEsm: ['.ts'],
  resolver: own('resolver.mjs'),
  setupFiles: [own('share-packages.mjs')],
  transform: {
    '^.+\\.ts$': ['@swc/jest', swcOptions],
  },
};

const servers = kafkaRun ? 'kafka' : 'postgres';
/** A rehearsal of a restore starts and loses servers of its own. */
const shared = {
  globalSetup: `<rootDir>/../../tools/jest/start-${servers}.mjs`,
  globalTeardown: `<rootDir>/../../tools/jest/stop-${servers}.mjs`,
};

/** For projects with `*.int.spec.ts` or `*.e2e.spec.ts`: the same servers for the whole run. */
export const withPostgres = { ...preset, ...(!restoreRun && shared) };

/** For projects that read the rendered overlays, which git does not have. */
export const withOverlays = {
  ...preset,
  globalSetup: own('render-overlays.mjs'),
};
