import type { AuthorisationEvent } from '@nordgate/contracts/events';
import { defaultTimers } from '@nordgate/contracts/profile';
import { fold, isRefusal } from '@nordgate/decider';
import { spec } from '@nordgate/decider/testing';
import { authorisationStream } from './authorisation.js';
import { failedBecause } from './failures.js';
import {
  anInitiator,
  command,
  inTime,
  opened,
  openedAt,
  tooLate,
} from '../testing/an-authorisation.js';
import { scaDeciders } from '../sca.deciders.js';
import { authorisationReceipt, openAuthorisation } from './open-authorisation.js';

const { given } = spec(authorisationStream, openAuthorisation(defaultTimers));
const { resource, initiator, tokenHash } = opened().data;
const open = command('OpenAuthorisation', { resource, initiator, tokenHash }, openedAt);

describe('open an authorisation', () => {
  it('puts a link in force for ten minutes, once', () => {
    given()
      .when(open)
      .then(opened({ expiresAt: tooLate }))
      .again()
      .thenNothing();
  });

  it('does not prolong a link', () => {
    given(opened())
      .when({ ...open, meta: { ...open.meta, at: inTime } })
      .thenNothing();
  });

  it('records the link of one that is void already', () => {
    given(failedBecause('joined-basket', openedAt)).when(open).then(opened());
  });
});

describe('the receipt of an opening', () => {
  const voided = failedBecause('joined-basket', openedAt);
  const refused: AuthorisationEvent = {
    type: 'AuthorisationRefused',
    data: { resource, at: inTime },
  };

  it.each<[string, readonly AuthorisationEvent[], object]>([
    ['a new authorisation', [], { scaStatus: 'received' }],
    ['a void authorisation', [voided], { scaStatus: 'failed' }],
    ['an open authorisation', [opened()], { scaStatus: 'received' }],
    ['a refused authorisation', [opened(), refused], { scaStatus: 'failed' }],
  ])('is never made before the stream exists: %s', (_, history, expected) => {
    const before = fold(authorisationStream, history);
    const events = openAuthorisation(defaultTimers)(open, before);
    const after = fold(authorisationStream, [...history, ...(isRefusal(events) ? [] : events)]);
    const { receipt } = scaDeciders(defaultTimers, {
      linkHolders: () => Promise.resolve([]),
      seal: () => ({ keyId: '', signature: '' }),
    }).OpenAuthorisation;
    expect(receipt(after as never, open)).toEqual(expected);
  });

  it('says where the authorisation stands', () => {
    const received = authorisationStream.evolve(
      { is: 'none' },
      opened({ initiator: anInitiator() }),
    );
    expect(() => authorisationReceipt({ is: 'none' })).toThrow('does not exist');
    expect(authorisationReceipt(received)).toEqual({ scaStatus: 'received' });
    const failure = { code: 'SCA_INVALID', reason: 'joined-basket' } as const;
    expect(authorisationReceipt({ is: 'void', failure })).toEqual({ scaStatus: 'failed' });
  });
});
