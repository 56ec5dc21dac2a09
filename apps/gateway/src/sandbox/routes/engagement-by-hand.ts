import type { ByHand, SandboxEngagement } from '@nordgate/contracts/commands';
import type { SandboxAgreement, SandboxEngagementBody } from '@nordgate/contracts/http';
import type { CommandResult } from '@nordgate/messaging';
import type { Edge } from '../../access/edge.js';
import { createdIdOf } from './by-hand.js';
import { accountWithNumber, customerWithNumber, namedOrMade } from './holders.js';

/** The engagements that the first of some repeated requests has left. */
export type FindMade = () => Promise<SandboxAgreement['engagements'] | undefined>;

/**
 * The engagement of a faultless body under an id, its person and account by their ids. Throws RequestError,
 * 400 RESOURCE_UNKNOWN, for a number that nobody and no account has; `at` stands before its path.
 */
export async function engagementOf(
  edge: Pick<Edge, 'queries'>,
  engagementId: string,
  { customer = '', account = {}, customerId, accountId, roles }: SandboxEngagementBody,
  findMade: FindMade,
  at = '',
): Promise<SandboxEngagement> {
  const made = async () => (await findMade())?.find((one) => one.engagementId === engagementId);
  const person = () => customerWithNumber(edge, customer, `${at}/customer`);
  const owned = () => accountWithNumber(edge, account, `${at}/account`);
  return {
    engagementId,
    customerId: customerId ?? (await namedOrMade(person, async () => (await made())?.customerId)),
    accountId: accountId ?? (await namedOrMade(owned, async () => (await made())?.accountId)),
    roles,
  };
}

/** The engagements of the body of an agreement; a repeat of the request gives them the same ids. */
export async function engagementsOf(
  edge: Pick<Edge, 'queries'>,
  { by }: ByHand,
  bodies: readonly SandboxEngagementBody[],
  findMade: FindMade,
): Promise<readonly SandboxEngagement[]> {
  const made: SandboxEngagement[] = [];
  for (const [place, body] of bodies.entries()) {
    const request = `${by.request}/${String(place)}`;
    const id = createdIdOf({ by: { ...by, request } });
    made.push(await engagementOf(edge, id, body, findMade, `/engagements/${String(place)}`));
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
