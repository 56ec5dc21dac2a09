import type {
  AuthorisationFinalised,
  AuthorisationOpened,
  ChallengeShown,
  PaymentAuthorised,
  PsuIdentified,
} from '@nordgate/contracts/events';
import { streams } from '@nordgate/contracts/rules';
import type { StoredFact } from '@nordgate/chaos/evidence';
import type { SimulatedEvidence } from './simulated-law.js';

/**
 * What was approved was approved once, inside a live link and visit, by the PSU who had logged in, and as it was shown
 * (specification 5.10, 5.11; RTS on SCA, Article 5). What acts on an approval names it.
 */
export function approvals({ services }: Pick<SimulatedEvidence, 'services'>): readonly string[] {
  const own = services.sca.events.filter(({ stream }) => streams.authorisation.has(stream));
  const byStream = Map.groupBy(own, ({ stream }) => stream);
  return [
    ...[...byStream].flatMap(([stream, facts]) => visitFaults(stream, facts)),
    ...paymentFaults(services.payments.events, byStream),
  ];
}

const is =
  <Event extends { readonly type: string; readonly data: unknown }>(type: Event['type']) =>
  (fact: StoredFact): fact is StoredFact & { readonly data: Event['data'] } =>
    fact.type === type;

const isOpened = is<AuthorisationOpened>('AuthorisationOpened');
const isIdentified = is<PsuIdentified>('PsuIdentified');
const isShown = is<ChallengeShown>('ChallengeShown');
const isFinalised = is<AuthorisationFinalised>('AuthorisationFinalised');
const isAuthorised = is<PaymentAuthorised>('PaymentAuthorised');

const endings = ['AuthorisationFinalised', 'AuthorisationRefused', 'AuthorisationFailed'];

/** A TPP may call off a consent whose authorisation has ended before. */
const isWithdrawn = ({ data }: StoredFact) =>
  (data as { readonly reason?: string }).reason === 'withdrawn';

function visitFaults(stream: string, facts: readonly StoredFact[]): readonly string[] {
  const [opened, ...others] = facts.filter(isOpened);
  const [identified, ...strangers] = facts.filter(isIdentified);
  const ends = facts.filter((fact) => endings.includes(fact.type) && !isWithdrawn(fact));
  const faults: string[] = [];
  if (others.length > 0) faults.push(`${stream} was opened twice`);
  if (strangers.length > 0) faults.push(`two PSUs have logged in at ${stream}`);
  if (ends.length > 1) faults.push(`${stream} has ended ${String(ends.length)} times`);
  if (opened && identified && identified.data.at >= opened.data.expiresAt) {
    faults.push(`a PSU has logged in at ${stream} after the end of the link`);
  }
  const shown = facts.filter(isShown).at(-1);
  const approved = facts.filter(isFinalised);
  return [
    ...faults,
    ...approved.flatMap(({ data }) => approvalFaults(stream, data, identified?.data, shown?.data)),
  ];
}

function approvalFaults(
  stream: string,
  { at, approved, customerId, psuId }: AuthorisationFinalised['data'],
  identified: PsuIdentified['data'] | undefined,
  shown: ChallengeShown['data'] | undefined,
): readonly string[] {
  if (identified === undefined || shown === undefined) return [`${stream} was approved by nobody`];
  const faults: string[] = [];
  if (at >= identified.expiresAt) faults.push(`${stream} was approved after the end of the visit`);
  if (customerId !== identified.customerId || psuId !== identified.psuId) {
    faults.push(`${stream} was approved by another PSU than the one who had logged in`);
  }
  if (textOf(shown.approves) !== textOf(approved)) {
    faults.push(`${stream} was approved with other content than was shown`);
  }
  return faults;
}

const textOf = (approved: AuthorisationFinalised['data']['approved']) =>
  approved
    .map(({ paymentId, hash }) => `${paymentId} ${hash}`)
    .sort()
    .join();

/** Each payment is approved once, by an authorisation that has approved it, or by a basket. */
function paymentFaults(
  events: readonly StoredFact[],
  authorisations: ReadonlyMap<string, readonly StoredFact[]>,
): readonly string[] {
  const approved = Map.groupBy(events.filter(isAuthorised), ({ stream }) => stream);
  return [...approved].flatMap(([stream, facts]) => {
    if (facts.length > 1) return [`${stream} was approved ${String(facts.length)} times`];
    const { by, customerId } = facts[0]?.data ?? { by: '', customerId: '' };
    if (!streams.authorisation.has(by)) return [];
    const proof = authorisations.get(by)?.find(isFinalised)?.data;
    const isProven =
      proof?.customerId === customerId &&
      proof.approved.some(({ paymentId }) => streams.payment.id(paymentId) === stream);
    return isProven ? [] : [`${stream} is approved by ${by}, which did not approve it`];
  });
}
