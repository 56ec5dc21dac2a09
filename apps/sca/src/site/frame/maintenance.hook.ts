import { retryAfterOf } from '@nordgate/contracts/rules';
import type { Maintenance } from '@nordgate/service';
import type { FastifyInstance } from 'fastify';
import { markInMaintenance } from './page-telemetry.hook.js';
import { SiteError } from './site-error.js';

/** What is no page: files that pages need, keys and app links that programs read, and the probe. */
const served = /^\/(assets\/|favicon\.ico|\.well-known\/|oidc\/jwks\.json|health\/)/;

/**
 * Answers every page with the one that says until when the bank is maintained. A page of the site may write, so the site
 * is closed also while the interface answers reads.
 */
export function addMaintenancePage(server: FastifyInstance, maintenance: Maintenance): void {
  server.addHook('onRequest', (request, _reply, done) => {
    const now = new Date();
    const window = served.test(request.url) ? undefined : maintenance.running(now);
    if (window === undefined) return done();
    markInMaintenance(request);
    done(inMaintenance(window.until, retryAfterOf(window, now)));
  });
}

function inMaintenance(until: string, retrySeconds: number): SiteError {
  return new SiteError('maintenance', undefined, retrySeconds, undefined, { until });
}
