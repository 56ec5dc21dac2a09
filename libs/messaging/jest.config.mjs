import { withPostgres } from '../../jest.preset.mjs';

export default {
  ...withPostgres,
  displayName: 'messaging',
  // The adapter changes the copy of kafkajs that its own `require` finds, which is that of the test file.
  testEnvironmentOptions: { ...withPostgres.testEnvironmentOptions, ownPackages: ['kafkajs'] },
};
