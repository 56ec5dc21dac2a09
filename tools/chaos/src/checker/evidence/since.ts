import type { Evidence, Service, ServiceEvidence } from './evidence.js';

/** The streams that were there before a run, by service. */
export type Before = { readonly [Name in Service]: ReadonlySet<string> };

/**
 * Only what a run has brought about: streams that were there before are left out everywhere, so that
 * one cluster can serve several runs and what an earlier one broke is not held against this one.
 */
export function since(before: Before, evidence: Evidence): Evidence {
  const all = new Set([...before.payments, ...before.baskets, ...before.sca, ...before.accounts]);
  const kept = (name: Service) => withoutStreams(evidence.services[name], all);
  const isNew = ({ paymentId }: { readonly paymentId: string }) =>
    !before.payments.has(`payment-${paymentId}`);
  return {
    ...evidence,
    services: {
      payments: kept('payments'),
      baskets: kept('baskets'),
      sca: kept('sca'),
      accounts: kept('accounts'),
    },
    register: evidence.register.filter(isNew),
  };
}

function withoutStreams(seen: ServiceEvidence, old: ReadonlySet<string>): ServiceEvidence {
  const isNew = ({ stream }: { readonly stream: string }) => !old.has(stream);
  return {
    events: seen.events.filter(isNew),
    streams: seen.streams.filter(isNew),
    published: seen.published.filter(isNew),
    parked: seen.parked.filter(({ key }) => !old.has(key)),
    rebuilt: seen.rebuilt.map((one) => ({
      ...one,
      drifted: one.drifted.filter((stream) => !old.has(stream)),
    })),
  };
}
