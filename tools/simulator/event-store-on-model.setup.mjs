import { jest } from '@jest/globals';

/** The specs of the event store meet the model where they import `pg`. */
jest.unstable_mockModule('pg', () => import('./src/postgres/testing/pg-of-model.ts'));
process.env.NORDGATE_TEST_POSTGRES = 'postgres://postgres@model/postgres';
