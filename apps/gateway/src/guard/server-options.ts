import type { SecureContextOptions } from 'node:tls';
import { answerFrameworkError } from '../reply/framework-errors.js';
import type { SealReply } from '../seal/seal.hook.js';
import type { RequestLimits } from './limits.js';
import { handshakeTimeoutMs } from './tls.js';
import { answerUnreadable } from './unreadable.js';

/** What differs by where the gateway stands. */
export interface ServerOptions {
  readonly trustedProxies?: string | undefined;
  /** Without it the server speaks plain HTTP. */
  readonly tls?: SecureContextOptions | undefined;
  /** Seals what the framework answers on its own. */
  readonly seal?: SealReply | undefined;
}

/** What Fastify and Node's server are started with, so that no request can hold them up. */
export function serverOptionsOf(
  limits: RequestLimits,
  { trustedProxies, tls, seal }: ServerOptions = {},
) {
  const server = {
    maxHeaderSize: limits.headerBlockBytesMax,
    headersTimeout: limits.headersWithinMs,
    requestTimeout: limits.requestWithinMs,
    connectionsCheckingInterval: limits.checkEveryMs,
    requireHostHeader: false,
  };
  return {
    bodyLimit: limits.bodyBytesMax,
    requestTimeout: limits.requestWithinMs,
    connectionTimeout: limits.idleMsMax,
    frameworkErrors: answerFrameworkError(seal),
    clientErrorHandler: answerUnreadable,
    // Nobody else's X-Forwarded-For is believed.
    trustProxy: trustedProxies ?? false,
    ...(tls === undefined
      ? { http: server }
      : { https: { ...server, ...tls, handshakeTimeout: handshakeTimeoutMs } }),
  };
}
