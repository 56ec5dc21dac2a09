import type { Evidence } from '../evidence/evidence.js';
import type { Finding } from '../law.js';
import { foldedStatuses } from '../statuses.js';

/**
 * L8, the register: the payment statuses that baskets keeps are those that the payments' own events
 * fold to, at the same version, one row per payment.
 */
export function registered({ services, register }: Evidence): Finding {
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
