import { jest } from '@jest/globals';

const model = await import('./src/postgres/testing/pg-of-model.ts');

/** The specs of the event store meet the model where they import `pg`. */
jest.unstable_mockModule('pg', () => model);
process.env.NORDGATE_TEST_POSTGRES = 'postgres://postgres@model/postgres';
// Each test file has a separate model, so it keeps no session for the next one.
globalThis[Symbol.for('nordgate.kept-by-worker')] = {};
