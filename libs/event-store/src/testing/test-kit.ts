export { spec } from './given-when-then.js';
export type { Given, Then, When } from './given-when-then.js';
export { emptyTestDatabase, testDatabase, testServerVariable } from './test-database.js';
export type { TestDatabase } from './test-database.js';
