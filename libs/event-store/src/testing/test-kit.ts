export { MemoryStore } from './memory-store.js';
export { objectStoreContract } from './object-store-contract.js';
export { passTime } from './passed-time.js';
export {
  emptyTestDatabase,
  migratedTestDatabase,
  testDatabase,
  testServerVariable,
} from './test-database.js';
export type { TestDatabase } from './test-database.js';
export { endingTally, TallyArchive } from './tally-archive.js';
export { lastCounts, projectionDatabase, unprojectableBy } from './tally-projection.js';
export { eventStoreMigrations } from '../sql/migrations.js';
export { tableOf } from '../projections/projection-table.js';
export { rebuildProjection } from '../projections/rebuild-projection.js';
export { StreamTypes } from '../write/stream-types.js';
