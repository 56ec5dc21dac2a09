/** One run over every project, so that one PostgreSQL server serves all of them. */
export default {
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
