import type { ByHand, SandboxEngagement } from '@nordgate/contracts/commands';
import type { SandboxAgreement, SandboxEngagementBody } from '@nordgate/contracts/http';
import type { CommandResult } from '@nordgate/messaging';
import { createdIdOf } from './by-hand.js';
import { accountWithNumber, customerWithNumber, insideId, namedOrMade } from './holders.js';
import type { Asker } from './holders.js';
import { withoutGeneration } from '@nordgate/contracts/rules';

/** The engagements that the first of some repeated requests has left. */
export type FindMade = () => Promise<SandboxAgreement['engagements'] | undefined>;

/**
 * The engagement of a faultless body under an id, its person and account by their ids. Throws RequestError,
 * 400 RESOURCE_UNKNOWN, for a number that nobody and no account has; `at` stands before its path.
 */
export async function engagementOf(
  asker: Asker,
  engagementId: string,
  { customer = '', account = {}, customerId, accountId, roles }: SandboxEngagementBody,
  findMade: FindMade,
  at = '',
): Promise<SandboxEngagement> {
  const shownId = withoutGeneration(engagementId);
  const made = async () => (await findMade())?.find((one) => one.engagementId === shownId);
  const person = () => customerWithNumber(asker, customer, `${at}/customer`);
  const owned = () => accountWithNumber(asker, account, `${at}/account`);
  const madeIn = async (of: 'customerId' | 'accountId') => insideId((await made())?.[of], asker);
  return {
    engagementId,
    customerId:
      insideId(customerId, asker) ?? (await namedOrMade(person, () => madeIn('customerId'))),
    accountId: insideId(accountId, asker) ?? (await namedOrMade(owned, () => madeIn('accountId'))),
    roles,
  };
}

/** The engagements of the body of an agreement; a repeat of the request gives them the same ids. */
export async function engagementsOf(
  asker: Asker,
  { by, generation }: ByHand,
  bodies: readonly SandboxEngagementBody[],
  findMade: FindMade,
): Promise<readonly SandboxEngagement[]> {
  const made: SandboxEngagement[] = [];
  for (const [place, body] of bodies.entries()) {
    const request = `${by.request}/${String(place)}`;
    const id = createdIdOf({ by: { ...by, request }, generation });
    made.push(await engagementOf(asker, id, body, findMade, `/engagements/${String(place)}`));
  }
  return made;
}

/** The agreement with the members as they were sent, and the ids of its engagements. */
export function withSent(made: SandboxAgreement, sent: object): SandboxAgreement {
  const { engagements: asSent = [] } = sent as { readonly engagements?: readonly object[] };
  const engagements = made.engagements.map((one, at) => ({ ...one, ...asSent[at] }));
  return { ...made, ...sent, engagements };
}

/** The body of an agreement or of one engagement, as far as it names its parties. */
interface Naming extends Pick<SandboxEngagementBody, 'customer' | 'account'> {
  readonly owner?: string;
  readonly engagements?: readonly SandboxEngagementBody[];
}

/** The outcome of a command, its refusal at the members that the body has: ids, or numbers. */
export function atSentNames<Receipt>(
  result: CommandResult<Receipt>,
  body: Naming,
): CommandResult<Receipt> {
  if (result.is !== 'refused') return result;
  const { path } = result.refusal;
  if (path === undefined) return result;
  const [, place] = /^\/engagements\/(\d+)\//u.exec(path) ?? [];
  const own = place === undefined ? body : (body.engagements?.[Number(place)] ?? {});
  const member = path.slice(path.lastIndexOf('/') + 1);
  const sent = member.replace(/Id$/u, '');
  const isByNumber = sent !== member && Object.hasOwn(own, sent);
  if (!isByNumber) return result;
  const moved = `${path.slice(0, -member.length)}${sent}`;
  return { ...result, refusal: { ...result.refusal, path: moved } };
}
