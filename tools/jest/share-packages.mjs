import { jest } from '@jest/globals';
import { sharedPackage, sharedPackages } from './shared-packages.mjs';

/** Jest's set-up of each test file: imports of shared packages get the worker's. */
for (const name of sharedPackages) {
  jest.unstable_mockModule(name, () => globalThis[sharedPackage](name));
}
