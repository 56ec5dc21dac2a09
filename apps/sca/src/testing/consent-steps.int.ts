import type { Initiator } from '@nordgate/contracts/events';
import { anInitiator } from './an-authorisation.js';
import { fieldsOf, goToApproval, kariNumber, sentBack } from './psu-steps.js';
import type { AtApproval } from './psu-steps.js';
import { hidden } from './test-browser.js';
import type { Answer } from './test-browser.js';
import type { TestSca } from './test-sca.int.js';

/** Ids of the boxes that a PSU ticks. */
export interface Ticks {
  readonly accounts?: readonly string[];
  readonly cards?: readonly string[];
}

const consent = { kind: 'access', asks: 'accounts' } as const;

/** A new TPP for each test, so that nothing was granted before. */
let tpps = 0;
export function newTpp(change: Partial<Initiator> = {}): Initiator {
  tpps += 1;
  return anInitiator({ tpp: `PSDNO-FSA-9${String(tpps)}`, ...change });
}

/** Logs in and goes to the page on which accounts are picked. */
export async function atAccounts(
  sca: TestSca,
  initiator: Initiator,
  customer = kariNumber,
): Promise<AtApproval> {
  return goToApproval(sca, await sca.open({ resource: consent, initiator }), customer);
}

/** Ticks these boxes; answers with what the browser is shown next. */
export async function pick(
  { browser, id, page }: AtApproval,
  { accounts = [], cards = [] }: Ticks,
): Promise<Answer> {
  const body = new URLSearchParams({ csrf: hidden(page.text, 'csrf') });
  body.set('context', hidden(page.text, 'context'));
  for (const account of accounts) body.append('account', account);
  for (const card of cards) body.append('card', card);
  const answer = await browser.send(`/sign/${id}/accounts`, { method: 'POST', body });
  return answer.status === 303 ? browser.get(answer.location) : answer;
}

/** Sends the approval form of a page with the right code. */
export async function approve(
  { browser, id }: AtApproval,
  page: Answer,
  change = {},
): Promise<Answer> {
  const fields = { ...fieldsOf(page), shown: hidden(page.text, 'shown'), ...change };
  return browser.post(`/sign/${id}/approve`, fields);
}

/** Gives a consent from the link to the redirect. */
export async function giveConsent(
  sca: TestSca,
  initiator: Initiator,
  ticks: Ticks,
  customer = kariNumber,
) {
  const at = await atAccounts(sca, initiator, customer);
  return { back: sentBack(await approve(at, await pick(at, ticks))), consentId: at.id };
}

/** The ids of the ticked boxes of a page. */
export function tickedOn(page: Answer, field: 'account' | 'card' = 'account') {
  const boxes = new RegExp(`name="${field}" value="([^"]+)"\\s+checked`, 'g');
  return [...page.text.matchAll(boxes)].map(([, id]) => id);
}
