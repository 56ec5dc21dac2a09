// What an app needs to be a process of its own, apart from the index: a domain that imports that one
// loads no web server.
export { startInternalServer } from './host/internal-server.js';
export type { InternalServer, InternalServerOptions } from './host/internal-server.js';
export { HttpQueries } from './queries/http/http-queries.js';
export type { HttpQueriesOptions } from './queries/http/http-queries.js';
export type { AnsweringService } from './queries/http/query-routes.js';
export { TokenCheck, TokenRefused } from './queries/http/token-check.js';
export type { Caller, TokenKeys } from './queries/http/token-keys.js';
