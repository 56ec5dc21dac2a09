import type { AccountCommands } from '@nordgate/contracts/commands';
import type { AgreementEvent } from '@nordgate/contracts/events';
import { streams } from '@nordgate/contracts/rules';
import { defined, refuse } from '@nordgate/decider';
import type { CommandOf, Decision, FoundStreams, ManyStreams } from '@nordgate/decider';
import { agreementStream } from '../../domain/agreement.js';
import type { Agreement } from '../../domain/agreement.js';
import { byHand, repeatOfChange, repeatOfCreation } from '../domain/by-hand.js';
import { customerStream } from '../../domain/customer.js';
import { quotaOf } from '../domain/counted-quota.js';
import type { TakenQuota } from '../domain/counted-quota.js';
import { engagementOf, refusalOfAll, streamsOfEngagements } from './mock-engagement.js';

type Sign = CommandOf<AccountCommands, 'SignSandboxAgreement'>;
type Change = CommandOf<AccountCommands, 'ChangeSandboxAgreement'>;
type End = CommandOf<AccountCommands, 'EndSandboxAgreement'>;

/** Makes an agreement by hand with its engagements. Refuses an owner that is no organisation of the sandbox. */
export const signSandboxAgreement: ManyStreams<Sign, Agreement, null> = byHand(agreementStream, {
  decide: decideSigning,
  reads: ({ data: { ownerId, engagements = [] } }) => [
    streams.customer.id(ownerId),
    ...streamsOfEngagements(engagements),
  ],
  takes: quotaOfTpp,
});

/** The agreements that the TPP of a command has made. */
function quotaOfTpp({ data: { generation }, meta: { actor } }: Sign): TakenQuota {
  return quotaOf('agreementsOfTpp', actor, generation);
}

/** Gives an agreement another name and number of signers, and other engagements where there are some. */
export const changeSandboxAgreement: ManyStreams<Change, Agreement, null> = byHand(
  agreementStream,
  {
    decide: decideChange,
    reads: ({ data: { engagements = [] } }) => streamsOfEngagements(engagements),
  },
);

/** Ends an agreement by hand. */
export const endSandboxAgreement: ManyStreams<End, Agreement, null> = byHand(agreementStream, {
  decide: decideEnd,
  removes: true,
});

function decideSigning(
  command: Sign,
  agreement: Agreement,
  found: FoundStreams,
): Decision<AgreementEvent> {
  const { data, meta } = command;
  const { at } = meta;
  const { agreementId, ownerId, name, signers, engagements = [], by } = data;
  const repeat = repeatOfCreation(agreement, by);
  if (repeat !== undefined) return repeat;
  const owner = found.stateOf(customerStream, streams.customer.id(ownerId));
  if (owner.is !== 'registered' || owner.customerType !== 'CORPORATE') {
    return refuse('RESOURCE_UNKNOWN', { path: '/ownerId' });
  }
  const refusal = refusalOfAll(ownerId, engagements, found);
  if (refusal !== undefined) return refusal;
  const made = engagements.map(engagementOf);
  const { stream: countedIn } = quotaOfTpp(command);
  const signed = { agreementId, ownerId, name, engagements: made, signers, countedIn, by, at };
  return [{ type: 'AgreementSigned', data: signed }];
}

function decideChange(
  { data, meta: { at } }: Change,
  agreement: Agreement,
  found: FoundStreams,
): Decision<AgreementEvent> {
  if (agreement.is !== 'signed') return refuse('RESOURCE_UNKNOWN');
  const { name, signers, by } = data;
  const repeat = repeatOfChange(agreement, by);
  if (repeat !== undefined) return repeat;
  const refusal = refusalOfAll(agreement.ownerId, data.engagements ?? [], found);
  if (refusal !== undefined) return refusal;
  const engagements = data.engagements?.map(engagementOf);
  const changed = { name, signers, ...defined({ engagements }), by, at };
  return [{ type: 'AgreementChanged', data: changed }];
}

function decideEnd({ meta: { at } }: End, agreement: Agreement): Decision<AgreementEvent> {
  if (agreement.is !== 'signed') return refuse('RESOURCE_UNKNOWN');
  return [{ type: 'AgreementEnded', data: { at } }];
}
