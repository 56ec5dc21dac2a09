import { totalmem } from 'node:os';

/** A new worker loads the shared packages again, which takes about eight seconds of a processor. */
const workerBytesMax = 2.5 * 2 ** 30;

/** One run over every project, so that one PostgreSQL server serves all of them. */
export default {
  // Jest reads this only here. No test sets a shorter one: on a slow machine, a journey of ten seconds
  // takes more than a minute. A test that hangs still ends.
  testTimeout: 300_000,
  // The modules of each spec stay in memory: a process that has grown is replaced.
  workerIdleMemoryLimit: Math.min(workerBytesMax, totalmem() / 10),
  reporters: ['default', '<rootDir>/tools/jest/named-cases-reporter.mjs'],
  projects: [
    '<rootDir>/libs/contracts',
    '<rootDir>/libs/decider',
    '<rootDir>/libs/event-store',
    '<rootDir>/libs/messaging',
    '<rootDir>/libs/service',
    '<rootDir>/libs/signature',
    '<rootDir>/libs/telemetry',
    '<rootDir>/libs/testing',
    '<rootDir>/libs/tpp-client',
    '<rootDir>/apps/accounts',
    '<rootDir>/apps/baskets',
    '<rootDir>/apps/batch',
    '<rootDir>/apps/gateway',
    '<rootDir>/apps/operator',
    '<rootDir>/apps/payments',
    '<rootDir>/apps/sca',
    '<rootDir>/apps/standalone',
    '<rootDir>/tools/bench',
    '<rootDir>/tools/chaos',
    '<rootDir>/tools/demo',
    '<rootDir>/tools/framework',
    '<rootDir>/tools/fuzz',
    '<rootDir>/tools/k8s',
    '<rootDir>/tools/linearisability',
    '<rootDir>/tools/load',
    '<rootDir>/tools/local',
    '<rootDir>/tools/mutation',
    '<rootDir>/tools/rehearsal',
    '<rootDir>/tools/simulator',
    '<rootDir>/tools/simulator/event-store-on-model.jest.config.mjs',
    '<rootDir>/tools/observability',
    '<rootDir>/tools/verify-k8s',
    '<rootDir>/tools',
  ],
};
