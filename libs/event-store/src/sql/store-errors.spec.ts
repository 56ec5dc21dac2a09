import {
  appendFailureOf,
  infrastructureError,
  InfrastructureError,
  isInfrastructureFailure,
  UnstorableError,
} from './store-errors.js';

const sqlError = (code: string, more = {}) => Object.assign(new Error(code), { code, ...more });
const takenKey = (schema: string, constraint: string) => sqlError('23505', { schema, constraint });

it.each([
  ['conflict', 'a serialisation failure', sqlError('40001')],
  ['conflict', 'a deadlock', sqlError('40P01')],
  ['conflict', 'a lock that was not free in time', sqlError('55P03')],
  ['conflict', 'a known command id', takenKey('es', 'inbox_pkey')],
  ['conflict', 'a stream that two appends create at once', takenKey('es', 'stream_pkey')],
  ['data', 'a text that jsonb cannot hold', sqlError('22P05')],
  ['data', 'a key that is taken', takenKey('public', 'register_pkey')],
  ['data', 'a state that violates an index of the app', takenKey('es', 'view_customer_number')],
  ['data', 'a value without JSON form', new UnstorableError('bigint')],
  ['infrastructure', 'a lost connection', sqlError('08006')],
  ['infrastructure', 'a full disk', sqlError('53100')],
  ['infrastructure', 'a statement that took too long', sqlError('57014')],
  ['infrastructure', 'a missing table', sqlError('42P01')],
  ['infrastructure', 'a refused connection', sqlError('ECONNREFUSED')],
  ['infrastructure', 'anything else', new TypeError('oops')],
])('appendFailureOf classifies as %s: %s', (failure, _, error) => {
  expect(appendFailureOf(error)).toBe(failure);
});

it('isInfrastructureFailure is true for failures of the database and the network only', () => {
  expect(isInfrastructureFailure(new TypeError('oops'))).toBe(false);
  expect(isInfrastructureFailure(undefined)).toBe(false);
  expect(isInfrastructureFailure(sqlError('22P02'))).toBe(false);
  expect(isInfrastructureFailure(sqlError('57P01'))).toBe(true);
  expect(isInfrastructureFailure(sqlError('ECONNREFUSED', { syscall: 'connect' }))).toBe(true);
});

it.each([
  ['a server that only reads, after a failover', '25006'],
  ['a password that is not valid any more', '28P01'],
  ['a database that a restore has not made yet', '3D000'],
  ['a lock that was not free in time', '55P03'],
  ['too many connections', '53300'],
  ['a disk that cannot be read', '58030'],
  ['an internal error of the server', 'XX000'],
])('isInfrastructureFailure is true for %s (%s)', (_, code) => {
  expect(isInfrastructureFailure(sqlError(code))).toBe(true);
});

it.each([
  ['a text that jsonb cannot hold', '22P05'],
  ['a key that is taken', '23505'],
  ['a table that a bug names', '42P01'],
  ['an error that a function raises', 'P0001'],
])('isInfrastructureFailure is false for %s (%s)', (_, code) => {
  expect(isInfrastructureFailure(sqlError(code))).toBe(false);
});

it.each([
  'Connection terminated unexpectedly',
  'Connection terminated',
  'Connection terminated due to connection timeout',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
  'Client was closed and is not queryable',
  'Client has encountered a connection error and is not queryable',
])('isInfrastructureFailure is true for what pg says without a code: %s', (message) => {
  expect(isInfrastructureFailure(new Error(message))).toBe(true);
  const asTypeormThrowsIt = Object.assign(new Error(message), { name: 'QueryFailedError' });
  expect(isInfrastructureFailure(asTypeormThrowsIt)).toBe(true);
});

it('infrastructureError returns an InfrastructureError as it is', () => {
  const wrapped = infrastructureError('gone');
  expect(wrapped).toBeInstanceOf(InfrastructureError);
  expect(infrastructureError(wrapped)).toBe(wrapped);
});
