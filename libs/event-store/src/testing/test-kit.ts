export {
  emptyTestDatabase,
  migratedTestDatabase,
  testDatabase,
  testServerVariable,
} from './test-database.js';
export type { TestDatabase } from './test-database.js';
export { lastCounts, projectionDatabase, unprojectableBy } from './tally-projection.js';
