import type { AccountCommands, SandboxEngagement } from '@nordgate/contracts/commands';
import type { AgreementEvent, Engagement } from '@nordgate/contracts/events';
import { sandboxBounds, streams } from '@nordgate/contracts/rules';
import { nothing, refuse } from '@nordgate/decider';
import type { CommandOf, Decision, FoundStreams, ManyStreams, Refusal } from '@nordgate/decider';
import { accountStream } from '../../domain/account.js';
import { agreementStream } from '../../domain/agreement.js';
import type { Agreement, SignedAgreement } from '../../domain/agreement.js';
import { byHand, repeatOfChange } from '../domain/by-hand.js';
import { customerStream } from '../../domain/customer.js';
import { beyond } from '../domain/counted-quota.js';

type Add = CommandOf<AccountCommands, 'AddSandboxEngagement'>;
type Change = CommandOf<AccountCommands, 'ChangeSandboxEngagement'>;
type End = CommandOf<AccountCommands, 'EndSandboxEngagement'>;

const reads = ({ data }: { readonly data: SandboxEngagement }) => streamsOfEngagements([data]);

/** The persons and accounts of engagements, which the decision reads. */
export function streamsOfEngagements(engagements: readonly SandboxEngagement[]): readonly string[] {
  const all = engagements.flatMap(({ customerId, accountId }) => [
    streams.customer.id(customerId),
    streams.account.id(accountId),
  ]);
  return [...new Set(all)];
}

/** Engages a person for an account of the agreement's owner. */
export const addSandboxEngagement: ManyStreams<Add, Agreement, null> = byHand(agreementStream, {
  decide: decideAddition,
  reads,
});

/** Replaces an engagement; its id stays. */
export const changeSandboxEngagement: ManyStreams<Change, Agreement, null> = byHand(
  agreementStream,
  { decide: decideChange, reads },
);

/** Ends an engagement. */
export const endSandboxEngagement: ManyStreams<End, Agreement, null> = byHand(agreementStream, {
  decide: decideEnd,
});

function decideAddition(
  command: Add,
  agreement: Agreement,
  found: FoundStreams,
): Decision<AgreementEvent> {
  const { data, meta } = command;
  if (agreement.is !== 'signed') return refuse('RESOURCE_UNKNOWN');
  // The id comes from the request, so an engagement with it is what the request has made.
  const made = agreement.engagements.find((one) => one.engagementId === data.engagementId);
  if (made !== undefined) return isSame(made, data) ? nothing : refuse('CONFLICT');
  const refusal =
    refusalOf(data, agreement, found) ?? refusalOfMany(agreement.engagements.length + 1);
  if (refusal !== undefined) return refusal;
  const added = { engagement: engagementOf(data), by: data.by, at: meta.at };
  return [{ type: 'EngagementAdded', data: added }];
}

function decideChange(
  command: Change,
  agreement: Agreement,
  found: FoundStreams,
): Decision<AgreementEvent> {
  const { data, meta } = command;
  if (!isEngagementOf(agreement, data)) return refuse('RESOURCE_UNKNOWN');
  const changed = { engagement: engagementOf(data), by: data.by, at: meta.at };
  return (
    repeatOfChange(agreement, data.by) ??
    refusalOf(data, agreement, found) ?? [{ type: 'EngagementChanged', data: changed }]
  );
}

function decideEnd({ data, meta: { at } }: End, agreement: Agreement): Decision<AgreementEvent> {
  if (!isEngagementOf(agreement, data)) return refuse('RESOURCE_UNKNOWN');
  const { engagementId, by } = data;
  return [{ type: 'EngagementsEnded', data: { engagementIds: [engagementId], by, at } }];
}

/** The person is one of the sandbox, the account is the owner's, and the two are not engaged already. */
function refusalOf(
  { engagementId, customerId, accountId }: SandboxEngagement,
  { ownerId, engagements }: Pick<SignedAgreement, 'ownerId' | 'engagements'>,
  found: FoundStreams,
): Refusal | undefined {
  const person = found.stateOf(customerStream, streams.customer.id(customerId));
  if (person.is !== 'registered' || person.customerType !== 'PRIVATE') {
    return refuse('RESOURCE_UNKNOWN', { path: '/customerId' });
  }
  const account = found.stateOf(accountStream, streams.account.id(accountId));
  if (account.is !== 'open' || account.ownerId !== ownerId) {
    return refuse('RESOURCE_UNKNOWN', { path: '/accountId' });
  }
  const isEngaged = engagements.some(
    (one) =>
      one.engagementId !== engagementId &&
      one.customerId === customerId &&
      one.accountId === accountId,
  );
  return isEngaged ? refuse('CONFLICT', { path: '/accountId' }) : undefined;
}

function isEngagementOf(
  agreement: Agreement,
  { engagementId }: Pick<Engagement, 'engagementId'>,
): agreement is SignedAgreement {
  if (agreement.is !== 'signed') return false;
  return agreement.engagements.some((one) => one.engagementId === engagementId);
}

/**
 * Why some engagements of one owner cannot be made together; undefined where they can. Its path begins
 * with the place of the engagement. More than an agreement takes are a CONFLICT without a path.
 */
export function refusalOfAll(
  ownerId: string,
  engagements: readonly SandboxEngagement[],
  found: FoundStreams,
): Refusal | undefined {
  const tooMany = refusalOfMany(engagements.length);
  if (tooMany !== undefined) return tooMany;
  for (const [at, one] of engagements.entries()) {
    const others = { ownerId, engagements: engagements.slice(0, at) };
    const refusal = refusalOf(one, others, found);
    if (refusal !== undefined) {
      return { ...refusal, path: `/engagements/${String(at)}${refusal.path ?? ''}` };
    }
  }
  return undefined;
}

function refusalOfMany(engagements: number): Refusal | undefined {
  return engagements > sandboxBounds.engagementsOfAgreement
    ? beyond('engagementsOfAgreement')
    : undefined;
}

/** An engagement as its events keep it. */
export function engagementOf({
  engagementId,
  customerId,
  accountId,
  roles,
}: SandboxEngagement): Engagement {
  return { engagementId, customerId, accountId, roles };
}

function isSame(made: Engagement, wanted: SandboxEngagement): boolean {
  return JSON.stringify(engagementOf(made)) === JSON.stringify(engagementOf(wanted));
}
