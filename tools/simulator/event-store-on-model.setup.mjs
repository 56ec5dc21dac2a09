process.env.NORDGATE_TEST_POSTGRES = 'postgres://postgres@model/postgres';
// Each test file has a separate model, so it keeps no session for the next one.
globalThis[Symbol.for('nordgate.kept-by-worker')] = {};
