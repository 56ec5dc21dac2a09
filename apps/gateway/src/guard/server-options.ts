import { answerFrameworkError } from '../reply/framework-errors.js';
import type { RequestLimits } from './limits.js';
import { answerUnreadable } from './unreadable.js';

/** What Fastify and Node's server are started with, so that no request can hold them up. */
export function serverOptionsOf(limits: RequestLimits, trustedProxies?: string) {
  return {
    bodyLimit: limits.bodyBytesMax,
    requestTimeout: limits.requestWithinMs,
    connectionTimeout: limits.idleMsMax,
    frameworkErrors: answerFrameworkError,
    clientErrorHandler: answerUnreadable,
    // Nobody else's X-Forwarded-For is believed.
    trustProxy: trustedProxies ?? false,
    http: {
      maxHeaderSize: limits.headerBlockBytesMax,
      headersTimeout: limits.headersWithinMs,
      requestTimeout: limits.requestWithinMs,
      connectionsCheckingInterval: limits.checkEveryMs,
      requireHostHeader: false,
    },
  };
}
