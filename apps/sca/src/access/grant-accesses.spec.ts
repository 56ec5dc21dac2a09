import type { AuthorisationFinalised } from '@nordgate/contracts/events';
import { noReaction } from '@nordgate/decider';
import type { ReceivedEvent } from '@nordgate/decider';
import { anInitiator, inTime } from '../testing/an-authorisation.js';
import { authorisationEvents } from '../testing/written-events.js';
import { grantAccesses } from './grant-access.js';

const { data } = authorisationEvents.AuthorisationFinalised;

function received(
  change: Partial<AuthorisationFinalised['data']>,
): ReceivedEvent<AuthorisationFinalised> {
  const event: AuthorisationFinalised = {
    type: 'AuthorisationFinalised',
    data: { ...data, resource: { kind: 'access', asks: 'accounts' }, approved: [], ...change },
  };
  return { stream: 'authorisation-aut-1', version: 4, at: inTime, event };
}

describe('grant accesses', () => {
  it('grants what was picked, in the private context', () => {
    const { commands = [] } = grantAccesses(received({ accounts: ['acc-1'] }), anInitiator());
    const { tpp, tppName } = anInitiator();
    expect(commands).toHaveLength(1);
    expect(commands[0]).toMatchObject({
      type: 'GrantAccess',
      stream: 'access-PSDNO-FSA-1-cus-1-PRIVATE',
      data: { tpp, tppName, consentId: 'aut-1', accounts: ['acc-1'], at: inTime },
    });
  });

  it('grants the card accounts that were picked, and names none where there are none', () => {
    const picked = { accounts: [], cardAccounts: ['card-1'] };
    const { commands = [] } = grantAccesses(received(picked), anInitiator());
    expect(commands[0]?.data).toMatchObject(picked);
    const without = grantAccesses(received({ accounts: ['acc-1'] }), anInitiator());
    expect(without.commands?.[0]?.data).not.toHaveProperty('cardAccounts');
  });

  it('opens the context of the agreement that the PSU chose, and touches no other', () => {
    const change = { accounts: [], context: 'CORPORATE', corporateId: 'agr-1' } as const;
    const { commands = [] } = grantAccesses(received(change), anInitiator());
    expect(commands.map(({ stream }) => stream)).toEqual(['access-PSDNO-FSA-1-cus-1-agr-1']);
  });

  it('is of the consent that the authorisation asks for', () => {
    const resource = { kind: 'access', asks: 'accounts', consentId: 'consent-1' } as const;
    const { commands = [] } = grantAccesses(
      received({ accounts: ['acc-1'], resource }),
      anInitiator(),
    );
    expect(commands[0]).toMatchObject({ data: { consentId: 'consent-1' } });
  });

  it('is not about authorisations without a choice of accounts', () => {
    expect(grantAccesses(received({}), anInitiator())).toEqual(noReaction);
  });
});
