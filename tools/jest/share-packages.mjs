import { jest } from '@jest/globals';
import { sharedNames, sharedPackage } from './shared-packages.mjs';

/** Jest's set-up of each test file: imports of shared packages get the worker's. */
for (const name of globalThis[sharedNames]) {
  jest.unstable_mockModule(name, () => globalThis[sharedPackage](name));
}
