import type {
  ExpiryMoment,
  ShownPayment,
  ShownResource,
  WorldMoment,
} from '@nordgate/contracts/queries';
import { publicIdOf, withoutGeneration } from '@nordgate/contracts/rules';
import type { IdKeys, ResourceKind } from '@nordgate/contracts/rules';
import { hrefOfResource } from './shown-values.js';

/** The kind of a payment's id. */
export const kindOfService: Readonly<Record<ShownPayment['service'], ResourceKind>> = {
  payments: 'payment',
  'periodic-payments': 'periodic',
  'bulk-payments': 'bulk',
};

/** A line of the timeline. */
export interface ShownMoment {
  /** ISO 8601, in the time of the world. */
  readonly at: string;
  readonly text: string;
  /** What it is about, by the id that the TPP knows. */
  readonly about?: { readonly text: string; readonly href: string };
  /** Something did not go as the TPP may have wished. */
  readonly isBad: boolean;
}

type IdOf = (kind: ResourceKind, id: string) => string;

/** Makes the ids that a TPP knows out of those inside the bank. */
export function publicIdsOf(tpp: string, ids: IdKeys): IdOf {
  return (kind, streamId) => publicIdOf({ kind, streamId }, tpp, ids);
}

/** A moment of a world as a line of text for the developer of a TPP. */
export function shownMoment(moment: WorldMoment, idOf: IdOf): ShownMoment {
  const { at } = moment;
  switch (moment.what) {
    case 'run': {
      const { runId, due, executed } = moment;
      const text = `Run ${withoutGeneration(runId)}: ${String(due)} due, ${String(executed)} executed`;
      return { at, text, isBad: false };
    }
    case 'execution':
      return { at, ...executionOf(moment), about: paymentIn(moment, idOf) };
    case 'rejection': {
      const text = `Rejected: ${inWords(moment.reason)}`;
      return { at, text, about: paymentIn(moment, idOf), isBad: true };
    }
    case 'session':
      return { at, text: 'The hour of a session was over', isBad: false };
    case 'consent':
    case 'link':
      return { at, ...expiryOf(moment), ...aboutOf(moment, idOf), isBad: false };
  }
}

type Of<What extends WorldMoment['what']> = Extract<WorldMoment, { readonly what: What }>;

const outcomes = {
  settled: 'Executed',
  debited: 'Debited, the bank of the payee has not confirmed',
  declined: 'Not executed',
} as const;

function executionOf({ outcome, occurrence, parts, reason }: Of<'execution'>) {
  const facts = [
    occurrence === undefined ? undefined : `occurrence of ${occurrence}`,
    parts === undefined ? undefined : `${String(parts)} sub-payments`,
    reason === undefined ? undefined : inWords(reason),
  ].filter((fact) => fact !== undefined);
  const text = [outcomes[outcome], ...facts].join(', ');
  return { text, isBad: outcome === 'declined' };
}

function paymentIn(
  { payment: { service, id } }: Of<'execution'> | Of<'rejection'>,
  idOf: IdOf,
): NonNullable<ShownMoment['about']> {
  const text = idOf(kindOfService[service], id);
  return { text: `payment ${text}`, href: hrefOfResource({ kind: 'payment', id: text }) };
}

function expiryOf({ what, of }: ExpiryMoment): Pick<ShownMoment, 'text'> {
  if (what === 'consent') return { text: 'A consent ended' };
  const kind = of === undefined ? '' : ` of a ${of.kind}`;
  return { text: `The time for an approval${kind} was over` };
}

function aboutOf({ of }: ExpiryMoment, idOf: IdOf): Pick<ShownMoment, 'about'> {
  if (of?.id === undefined) return {};
  const resource: ShownResource = { kind: of.kind, id: idOf(of.kind, of.id) };
  return { about: { text: `${of.kind} ${resource.id}`, href: hrefOfResource(resource) } };
}

const inWords = (reason: string): string => reason.replaceAll('-', ' ');
