import type { Initiator } from '@nordgate/contracts/events';
import { fold } from '@nordgate/decider';
import { accessStream } from '../../access/access.js';
import { granted } from '../../testing/an-access.js';
import { anInitiator } from '../../testing/an-authorisation.js';
import { kari } from '../../testing/psu-steps.js';
import { knownAccess } from './access-part.js';
import { chosenOnPage } from './chosen-accounts.js';

const [context] = kari.contexts;
const live = granted({ accounts: ['acc-1'] });

function marked(scope: 'funds' | undefined, roles: Initiator['roles']) {
  const access = fold(accessStream, [granted({ ...live.data, ...(scope && { scope }) })]);
  const { at: now } = live.data;
  const initiator = { ...anInitiator(), ...(roles && { roles }) };
  const known = knownAccess([access], { tpp: initiator.tpp, context: 'PRIVATE', now });
  const nothing = { payments: [], approves: [], declined: [], signers: 1 } as const;
  const content = { ...nothing, context: context!, accounts: context!.viewable };
  const { accounts = [] } = chosenOnPage(content, { initiator, known });
  return accounts.map(({ isNew }) => isNew);
}

describe('the chosen accounts of a consent', () => {
  it('are marked as new where the live access has them not', () => {
    expect(marked(undefined, ['PSP_AI'])).toEqual([false, true]);
    expect(marked('funds', ['PSP_IC'])).toEqual([false, true]);
  });

  it('have no mark beside a live access of another scope', () => {
    expect(marked('funds', ['PSP_AI'])).toEqual([false, false]);
    expect(marked(undefined, ['PSP_IC'])).toEqual([false, false]);
  });
});
