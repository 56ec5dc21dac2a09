import type { TppAnswer } from '@nordgate/tpp-client';
import { actAs } from './first-contact.js';
import { grantAt } from './site.js';
import { codesOf, jsonWith, scaRedirectOf, demand, reaches, accountOf } from './world.js';
import type { ListedCustomer, World } from './world.js';

const path = '/v1/bank-offered-consents';

/** The PSU grants one account, the TPP reads only this account and ends the consent (specification 4.4). */
export async function readByConsent(world: World, customer: ListedCustomer): Promise<void> {
  const { tpp, narrator } = world;
  const asked = jsonWith<{ consentId: string; consentStatus: string }>(
    await tpp.call({ method: 'POST', path }),
    201,
  );
  demand(asked.consentStatus === 'received', 'received', asked);
  narrator.step(`POST ${path}`, `201 received, ${asked.consentId}, scaRedirect`);
  // One of several accounts, so that an answer with all of them is noticed.
  const granted = accountOf(customer, customer.accounts.length - 1);
  demand(customer.accounts.length > 1, 'a customer with several accounts', customer);
  const back = await grantAt(world, scaRedirectOf(asked), customer, { bbans: [granted] });
  actAs(world.tpp, back);
  narrator.step(
    `the PSU picks one of ${String(customer.accounts.length)} accounts, and approves`,
    `back at ${back.origin}`,
  );
  await reaches('a valid consent', 'valid', () => consentStatusOf(world, asked.consentId));
  await reaches('exactly the granted account', `200 ${granted}`, () => seenOf(world));
  narrator.step('GET /v1/accounts', `200 with exactly ${granted}`);
  const ended = await tpp.call({ method: 'DELETE', path: `${path}/${asked.consentId}` });
  demand(ended.status === 204, 'status 204', ended.text);
  narrator.step('DELETE of the consent', '204');
  await reaches('no account any more', '401 CONSENT_INVALID', () => seenOf(world));
  narrator.step('GET /v1/accounts', '401 CONSENT_INVALID with a scaRedirect link');
}

async function consentStatusOf({ tpp }: World, consentId: string): Promise<string> {
  const answer = await tpp.call({ method: 'GET', path: `${path}/${consentId}/status` });
  return jsonWith<{ consentStatus: string }>(answer, 200).consentStatus;
}

/** The listed accounts, or the code of the refusal. */
async function seenOf({ tpp }: World): Promise<string> {
  const answer = await tpp.call({ method: 'GET', path: '/v1/accounts' });
  return [answer.status, ...(answer.status === 401 ? refusalOf(answer) : bbansOf(answer))].join(
    ' ',
  );
}

function bbansOf(answer: TppAnswer): readonly string[] {
  const { accounts } = jsonWith<{ accounts: readonly { bban: string }[] }>(answer, 200);
  return accounts.map(({ bban }) => bban);
}

/** A refusal without consent has a link to a new consent. */
function refusalOf(answer: TppAnswer): readonly string[] {
  scaRedirectOf(jsonWith(answer, 401));
  return codesOf(answer);
}
