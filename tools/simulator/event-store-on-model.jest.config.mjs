import { join } from 'node:path';
import { isPlainRun, preset } from '../../jest.preset.mjs';

/** The specs that the event store has for PostgreSQL, on the model of it. */
export default {
  ...preset,
  displayName: 'event-store-on-model',
  rootDir: join(import.meta.dirname, '../../libs/event-store'),
  testEnvironmentOptions: {
    ...preset.testEnvironmentOptions,
    standIns: { pg: join(import.meta.dirname, 'src/postgres/testing/pg-of-model.ts') },
  },
  setupFiles: [...preset.setupFiles, join(import.meta.dirname, 'event-store-on-model.setup.mjs')],
  setupFilesAfterEnv: [join(import.meta.dirname, 'event-store-on-model.names.mjs')],
  testMatch: isPlainRun
    ? // The model has no sockets, so nothing of it is silent, and no files.
      [
        '<rootDir>/src/**/*.int.spec.ts',
        '!**/client-to.int.spec.ts',
        '!**/deleted-bytes.int.spec.ts',
      ]
    : ['<rootDir>/none'],
};
