/** What every project's Jest run shares: ES modules through swc, workspace sources instead of builds. */
export const preset = {
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['@nordgate/source', 'node', 'node-addons'] },
  testMatch: ['<rootDir>/src/**/*.spec.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  setupFiles: ['reflect-metadata'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        swcrc: false,
        sourceMaps: 'inline',
        module: { type: 'es6' },
        jsc: {
          target: 'es2023',
          keepClassNames: true,
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
        },
      },
    ],
  },
};

/** For projects with `*.int.spec.ts` or `*.e2e.spec.ts`: one PostgreSQL server for the whole run. */
export const withPostgres = {
  ...preset,
  globalSetup: '<rootDir>/../../tools/jest/start-postgres.mjs',
  globalTeardown: '<rootDir>/../../tools/jest/stop-postgres.mjs',
};
