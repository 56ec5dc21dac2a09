import type { Evidence } from '../evidence/evidence.js';
import { services as serviceNames } from '../evidence/evidence.js';
import type { LawResult } from '../law.js';
import { foldedStatuses } from '../facts.js';

/** L8, the views: every view equals the fold of its stream. */
export function rebuilt({ services }: Evidence): LawResult {
  const reports = serviceNames.flatMap((name) =>
    services[name].rebuilt.map((report) => ({ name, ...report })),
  );
  return {
    looked: {
      'stream types': reports.length,
      streams: reports.reduce((sum, { streams }) => sum + streams, 0),
    },
    violations: reports.flatMap(({ name, streamType, drifted }) =>
      drifted.map((stream) => `the view of ${stream} (${streamType}) in ${name} is not its fold`),
    ),
  };
}

/**
 * L8, the register: baskets has one row per payment, with the status and version of the fold of the
 * payment's own events.
 */
export function registered({ services, register }: Evidence): LawResult {
  const { events, streams } = services.payments;
  const folded = foldedStatuses(events);
  const rows = new Map(register.map((row) => [`payment-${row.paymentId}`, row]));
  const wrong = streams.flatMap(({ stream, version }) => {
    const row = rows.get(stream);
    const status = folded.get(stream) ?? 'nothing';
    const truth = `${stream} is ${status} at version ${String(version)}`;
    if (row === undefined) return [`${truth}; the register does not know it`];
    return row.version === version && row.status === status
      ? []
      : [`${truth}; the register says ${row.status} at version ${String(row.version)}`];
  });
  const known = new Set(streams.map(({ stream }) => stream));
  const strange = [...rows.keys()].filter((stream) => !known.has(stream));
  return {
    looked: { payments: streams.length, rows: register.length },
    violations: [
      ...wrong,
      ...strange.map((stream) => `the register knows ${stream}, payments does not`),
    ],
  };
}
