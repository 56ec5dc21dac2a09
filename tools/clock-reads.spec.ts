import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** Reads of a clock that tells a date. `performance.now()` measures how long something takes. */
const clockReads = [
  /\bDate\.now\(\)/u,
  /\bnew Date\(\)/u,
  /\bclock_timestamp\(\)/u,
  /(?<!\.)\bnow\(\) [-+]|\b(?:default|_at =) now\(\)|\bvalues \(.*\bnow\(\)/u,
  /\bcurrent_(?:timestamp|date)\b/u,
];

/** The port, whose adapter is the one place that reads the time that a TPP or a PSU observes. */
const port = 'libs/service/src/worlds/world-clocks.ts';

/** Files and folders that read real time on purpose, by reason (ADR 56). */
const realTime: Readonly<Record<string, readonly string[]>> = {
  'certificates, trust, seals and operators are of the real world': [
    'apps/gateway/src/gateway.process.ts',
    'apps/gateway/src/gateway.app.ts',
    'apps/gateway/src/trust/',
    'apps/sca/src/trust/',
    'apps/standalone/src/bank.ts',
    'libs/service/src/edge/mounted-tls.ts',
    'libs/service/src/host/',
    'libs/service/src/operations/',
    'libs/service/src/queries/http/tokens.ts',
    'apps/operator/src/',
    'apps/accounts/src/tpps/tpp.operations.ts',
    'apps/batch/src/operate-batch/batch.operations.ts',
    'apps/payments/src/payments.operations.ts',
    'apps/sca/src/site/visit/tpp-admission.service.ts',
  ],
  'maintenance and the state of the interface are those of the bank, for all TPPs': [
    'apps/gateway/src/access/edge.service.ts',
    'apps/gateway/src/description/description.controller.ts',
    'apps/gateway/src/guard/',
    'apps/gateway/src/status/status.controller.ts',
    'apps/sca/src/site/frame/maintenance.hook.ts',
  ],
  'a transaction with the identity provider, and a limit of guesses, last as long as they last': [
    'apps/sca/src/site/limits/wrong-tries.rows.ts',
    'apps/sca/src/site/oidc/',
    'apps/sca/src/site/provider/provider-callback.service.ts',
  ],
  'the console and its log show when a request was made': [
    'apps/accounts/src/sandbox/console/console-actions.routes.ts',
    'apps/accounts/src/sandbox/console/console-visits.queries.ts',
    'apps/gateway/src/sandbox/console/request-watch.hook.ts',
  ],
  'a world begins, moves, is used and ends in real time': [
    'apps/accounts/src/migrations/16-world-use.migration.ts',
    'apps/accounts/src/sandbox/worlds/unused-worlds.work.ts',
    'apps/accounts/src/sandbox/worlds/world-use.rows.ts',
    'apps/batch/src/migrations/14-move-begins.migration.ts',
    'apps/batch/src/move-worlds/moved-worlds.consumer.ts',
    'apps/gateway/src/sandbox/begin-world.ts',
    'libs/event-store/src/retention/delete-generations.ts',
    'libs/service/src/worlds/delete-worlds.work.ts',
    'libs/service/src/worlds/world-time.consumer.ts',
  ],
  'the clock to which each world adds how far it is ahead': [
    'apps/batch/src/execute-runs/execute-runs.work.ts',
    'apps/batch/src/move-worlds/moved-worlds.rows.ts',
    'apps/payments/src/end/unapproved-payments.rows.ts',
    'apps/sca/src/access/unattended-reads.rows.ts',
    'apps/sca/src/authorisation/ended-resources.rows.ts',
    'apps/sca/src/migrations/14-facts-in-world.migration.ts',
    'apps/sca/src/migrations/9-account-access.migration.ts',
    'apps/sca/src/session/database-clock.rows.ts',
    'apps/sca/src/sweep/expired-authorisations.rows.ts',
    'libs/service/src/worlds/world-moments.rows.ts',
    'libs/service/src/worlds/world-time.consumer.ts',
  ],
  'commit times, retention, lag and positions': [
    'apps/batch/src/core-bank/',
    'apps/batch/src/execution/delete-approvals.rows.ts',
    'apps/batch/src/order-book/delete-orders.rows.ts',
    'apps/batch/src/execution/overdue-transfers.rows.ts',
    'apps/batch/src/execution/remind-executor.work.ts',
    'apps/batch/src/measure-batch/measure-batch.work.ts',
    'apps/sca/src/access/last-reads.rows.ts',
    'apps/sca/src/authorisation/untouched-authorisations.rows.ts',
    'apps/sca/src/migrations/11-ended-resource-age.migration.ts',
    'apps/baskets/src/migrations/2-register-age.migration.ts',
    'apps/baskets/src/payment-register/delete-registered.rows.ts',
    'apps/batch/src/migrations/12-approval-age.migration.ts',
    'apps/batch/src/migrations/2-runs.migration.ts',
    'libs/event-store/src/',
    'libs/messaging/src/',
  ],
  'the known state is decided ahead for the days of the real world': [
    'apps/accounts/src/sandbox/worlds/known-days.work.ts',
  ],
};

const sources = globSync(
  '{apps/*,libs/{contracts,decider,event-store,messaging,service}}/src/**/*.ts',
  {
    cwd: root,
  },
)
  .filter((file) => !/\.spec\.ts$|\/testing\//u.test(file))
  .sort();

const readers = sources.filter((file) => {
  const text = readFileSync(join(root, file), 'utf8');
  return clockReads.some((read) => read.test(text));
});

const listed = Object.values(realTime).flat();
const isUnder = (file: string, place: string) =>
  place.endsWith('/') ? file.startsWith(place) : file === place;

describe('a clock', () => {
  it('is read by the port', () => {
    expect(readers).toContain(port);
  });

  it('is read outside the port only where a list gives the reason', () => {
    const others = readers.filter((file) => file !== port);
    expect(others.filter((file) => !listed.some((place) => isUnder(file, place)))).toEqual([]);
  });

  it('is read in every place of the lists', () => {
    expect(listed.filter((place) => !readers.some((file) => isUnder(file, place)))).toEqual([]);
  });
});
