import type {
  AgreementEvent,
  AgreementRole,
  AgreementSigned,
  Engagement,
} from '@nordgate/contracts/events';
import { streams } from '@nordgate/contracts/rules';
import { defined, streamType, unreachable } from '@nordgate/decider';

/** Who may act for an organisation, as the fold of the agreement's events. */
export type Agreement =
  | { readonly is: 'none' }
  | SignedAgreement
  | { readonly is: 'ended'; readonly coreSequence?: number };

export interface SignedAgreement extends Omit<AgreementSigned['data'], 'at'> {
  readonly is: 'signed';
}

function evolve(agreement: Agreement, event: AgreementEvent): Agreement {
  switch (event.type) {
    case 'AgreementSigned': {
      // Agreements from before there was a choice want one signature.
      const { agreementId, ownerId, name, engagements, signers = 1, by } = event.data;
      const { coreSequence, countedIn } = event.data;
      const known = { agreementId, ownerId, name, engagements, signers };
      return { is: 'signed', ...known, ...defined({ by, coreSequence, countedIn }) };
    }
    case 'AgreementChanged': {
      const { name, signers, engagements, by } = event.data;
      return { ...signedOr(agreement, event), name, signers, by, ...defined({ engagements }) };
    }
    case 'EngagementAdded': {
      const { engagement, by } = event.data;
      const signed = signedOr(agreement, event);
      return { ...signed, engagements: [...signed.engagements, engagement], by };
    }
    case 'EngagementChanged': {
      const { engagement, by } = event.data;
      const signed = signedOr(agreement, event);
      const isIt = (one: Engagement) => one.engagementId === engagement.engagementId;
      const engagements = signed.engagements.map((one) => (isIt(one) ? engagement : one));
      return { ...signed, engagements, by };
    }
    case 'EngagementsEnded': {
      const { engagementIds, by } = event.data;
      const signed = signedOr(agreement, event);
      const ended = new Set(engagementIds);
      const engagements = signed.engagements.filter((one) => !ended.has(one.engagementId));
      return { ...signed, engagements, ...defined({ by }) };
    }
    case 'AgreementEnded':
      if (agreement.is === 'none') throw new Error('AgreementEnded before AgreementSigned');
      return { is: 'ended', ...defined({ coreSequence: event.data.coreSequence }) };
    default:
      return unreachable(event);
  }
}

function signedOr(agreement: Agreement, { type }: AgreementEvent): SignedAgreement {
  if (agreement.is !== 'signed') throw new Error(`${type} for an agreement that is not signed`);
  return agreement;
}

/** Streams `agreement-<id>`; each TPP sends another PSU-Corporate-ID for it (ADR 34). */
export const agreementStream = streamType<Agreement, AgreementEvent, 'agreement'>({
  name: streams.agreement.category,
  stateVersion: 1,
  initial: { is: 'none' },
  evolve,
  events: {
    AgreementSigned: { version: 1 },
    AgreementChanged: { version: 1 },
    EngagementAdded: { version: 1 },
    EngagementChanged: { version: 1 },
    EngagementsEnded: { version: 1 },
    AgreementEnded: { version: 1 },
  },
});

/** The roles with which a person may let a TPP read an account of the organisation (specification 5.14). */
export const viewingRoles: readonly AgreementRole[] = ['REGISTER', 'VIEW'];

/** The accounts for which an agreement gives a person all of the roles, by id. */
export function accountsWithRoles(
  { engagements }: SignedAgreement,
  customerId: string,
  needed: readonly AgreementRole[],
): ReadonlySet<string> {
  return new Set(
    engagements
      .filter((one) => one.customerId === customerId)
      .filter(({ roles }) => needed.every((role) => roles.includes(role)))
      .map(({ accountId }) => accountId),
  );
}
