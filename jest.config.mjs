/** One run over every project, so that one PostgreSQL server serves all of them. */
export default {
  // Jest heeds this here only. Two busy cores may take their time; a test that hangs still ends.
  testTimeout: 20_000,
  // The modules of each spec stay in memory: a process that has grown starts anew.
  workerIdleMemoryLimit: '1GB',
  projects: [
    '<rootDir>/libs/contracts',
    '<rootDir>/libs/signature',
    '<rootDir>/libs/telemetry',
    '<rootDir>/libs/event-store',
    '<rootDir>/libs/messaging',
    '<rootDir>/libs/tpp-client',
    '<rootDir>/libs/testing',
    '<rootDir>/apps/gateway',
    '<rootDir>/apps/payments',
    '<rootDir>/apps/baskets',
    '<rootDir>/apps/sca',
    '<rootDir>/apps/accounts',
    '<rootDir>/apps/standalone',
    '<rootDir>/tools',
  ],
};
