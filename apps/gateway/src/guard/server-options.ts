import type { SecureContextOptions } from 'node:tls';
import { answerUnreadable, handshakeTimeoutMs, timeoutsOf } from '@nordgate/service/edge';
import type { RefusalLog } from '../reply/refusal-log.service.js';
import type { RequestLimits } from './request-limits.hook.js';
import { answerFrameworkError, unreadableAnswers } from './unread-requests.hook.js';

/** Options that depend on the place of the gateway in the network. */
export interface ServerOptions {
  readonly trustedProxies?: string | undefined;
  /** The server uses plain HTTP without it. */
  readonly tls?: SecureContextOptions | undefined;
  /** Receives the requests that Node cannot read. */
  readonly refusals: RefusalLog;
}

/** The options of Fastify and of Node's server. No request can block a server with these limits. */
export function serverOptionsOf(
  limits: RequestLimits,
  { trustedProxies, tls, refusals }: ServerOptions,
) {
  const server = {
    maxHeaderSize: limits.headerBlockBytesMax,
    ...timeoutsOf(limits),
    requireHostHeader: false,
  };
  return {
    requestTimeout: limits.requestWithinMs,
    connectionTimeout: limits.idleMsMax,
    // A server that stops still serves a request on a kept connection.
    return503OnClosing: false,
    // An id of any length is an id: the routes say that there is no such resource.
    routerOptions: { maxParamLength: limits.headerBlockBytesMax },
    frameworkErrors: answerFrameworkError,
    clientErrorHandler: answerUnreadable(unreadableAnswers(refusals)),
    // X-Forwarded-For counts only from these proxies.
    trustProxy: trustedProxies ?? false,
    ...(tls === undefined
      ? { http: server }
      : { https: { ...server, ...tls, handshakeTimeout: handshakeTimeoutMs } }),
  };
}
