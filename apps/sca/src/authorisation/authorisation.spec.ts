import type { AuthorisationEvent, AuthorisedResource } from '@nordgate/contracts/events';
import { fold } from '@nordgate/decider';
import {
  aBasket,
  aConsent,
  aPayment,
  anInitiator,
  codeRefused,
  identified,
  inTime,
  opened,
  shown,
} from '../testing/an-authorisation.js';
import { authorisationStream, isOpen, isOpenedHere } from './authorisation.js';
import { failedBecause } from './failures.js';

const after = (...events: AuthorisationEvent[]) => fold(authorisationStream, events);

describe('an authorisation', () => {
  const finalised: AuthorisationEvent = {
    type: 'AuthorisationFinalised',
    data: {
      resource: opened().data.resource,
      customerId: 'cus-1',
      psuId: identified().data.psuId,
      context: 'PRIVATE',
      approved: [{ paymentId: 'pay-1', hash: 'hash-1' }],
      declined: [],
      at: inTime,
    },
  };

  it('has ended, and may be deleted later, once it is finalised or has failed', () => {
    const hasEnded = (...events: AuthorisationEvent[]) =>
      authorisationStream.hasEnded?.(after(...events));
    expect(hasEnded()).toBe(false);
    expect(hasEnded(opened())).toBe(false);
    expect(hasEnded(opened(), identified(), shown())).toBe(false);
    expect(hasEnded(opened(), identified(), shown(), finalised)).toBe(true);
    expect(hasEnded(opened(), failedBecause('expired', inTime))).toBe(true);
  });

  it('keeps for SQL its resource, its TPP and, while it is open, its end; for a consent everything', () => {
    const { resource, initiator } = opened().data;
    const always = { resource, initiator: { tpp: initiator.tpp } };
    const { kept } = authorisationStream;
    const failure = failedBecause('expired', inTime);
    const open = { is: 'received', expiresAt: opened().data.expiresAt, ...always };
    expect(kept?.(after(opened()))).toEqual(open);
    const done = after(opened(), identified(), shown(), finalised);
    expect(kept?.(done)).toEqual({ is: 'finalised', ...always });
    expect(kept?.(after(opened(), failure))).toEqual({ is: 'failed', ...always });
    expect(kept?.(after(opened({ resource: aConsent }), failure))).toBeUndefined();
    expect(kept?.(after(failure))).toBeUndefined();
  });

  it('goes from received to finalised', () => {
    expect(after().is).toBe('none');
    expect(after(opened()).is).toBe('received');
    expect(after(opened(), identified()).is).toBe('psuIdentified');
    expect(after(opened(), identified(), shown()).is).toBe('scaMethodSelected');
    expect(after(opened(), identified(), shown(), finalised)).toMatchObject({
      is: 'finalised',
      psu: { customerId: 'cus-1', browser: 'hash-of-browser-1' },
      outcome: { context: 'PRIVATE', approved: [{ paymentId: 'pay-1', hash: 'hash-1' }] },
    });
  });

  it('gets a new deadline by the log-in', () => {
    const later = '2026-03-02T10:19:00.000Z';
    const state = after(opened(), identified({ expiresAt: later }), shown());
    expect(state).toMatchObject({ is: 'scaMethodSelected', expiresAt: later });
  });

  it('keeps counting wrong codes when other content is shown', () => {
    const state = after(opened(), identified(), shown(), codeRefused(), shown({ approves: [] }));
    expect(state).toMatchObject({ wrongCodes: 1, challenge: { approves: [] } });
  });

  it('keeps counting when the PSU picks another method, and knows its nonce', () => {
    const passkey = { method: 'passkey', nonce: 'nonce-1' } as const;
    const state = after(opened(), identified(), shown(), codeRefused(), shown(passkey));
    expect(state).toMatchObject({ wrongCodes: 1, challenge: passkey });
  });

  it('counts unknown customer numbers before the log-in', () => {
    expect(after(opened(), codeRefused())).toMatchObject({ is: 'received', wrongLogIns: 1 });
  });

  it('is failed, with nobody logged in, when it failed before', () => {
    const state = after(opened(), failedBecause('expired', inTime));
    expect(state).toMatchObject({ is: 'failed', failure: { code: 'SCA_EXPIRED' } });
    expect(state).not.toHaveProperty('psu');
    expect(isOpen(state)).toBe(false);
  });

  it('remembers who refused', () => {
    const refused = {
      type: 'AuthorisationRefused',
      data: { resource: aBasket, at: inTime },
    } as const;
    expect(after(opened({ resource: aBasket }), identified(), refused)).toMatchObject({
      is: 'failed',
      psu: { customerId: 'cus-1' },
      failure: { code: 'SCA_INVALID', reason: 'refused' },
    });
  });

  it('stays failed when it failed before its link was opened', () => {
    const failed = failedBecause('joined-basket', inTime);
    expect(after(failed).is).toBe('void');
    expect(after(failed, opened())).toMatchObject({
      is: 'failed',
      failure: { reason: 'joined-basket' },
    });
  });

  it.each<readonly [string, AuthorisationEvent[], string]>([
    ['a challenge before the log-in', [opened(), shown()], 'nobody has logged in'],
    [
      'a wrong code before a challenge',
      [opened(), identified(), codeRefused()],
      'a code was refused before one was shown',
    ],
    ['a log-in without a link', [identified()], 'an authorisation that is none cannot change'],
    [
      'anything after the end',
      [opened(), failedBecause('expired', inTime), identified()],
      'an authorisation that is failed cannot change',
    ],
  ])('does not fold %s', (_about, events, reason) => {
    expect(() => after(...events)).toThrow(reason);
  });

  describe('of a consent', () => {
    const aFinalised = (resource: AuthorisedResource): AuthorisationEvent[] => [
      opened({ resource }),
      identified(),
      shown({ resource }),
      { ...finalised, data: { ...finalised.data, resource } },
    ];
    const claimsAfter = (...events: AuthorisationEvent[]) =>
      authorisationStream.claims?.(after(...events));
    const open = opened({ resource: aConsent });
    const claim = { scope: 'decided-consent', key: 'consent-1' };

    it.each<[string, AuthorisationEvent[]]>([
      ['approved', aFinalised(aConsent)],
      ['refused', [open, failedBecause('refused', inTime)]],
      ['called off', [open, failedBecause('withdrawn', inTime)]],
    ])('holds the decision when it was %s', (_how, events) => {
      expect(claimsAfter(...events)).toEqual([claim]);
    });

    it.each<[string, AuthorisationEvent[]]>([
      ['is open', [open]],
      ['failed without a decision', [open, failedBecause('wrong-codes', inTime)]],
      ['is the first one of its consent', aFinalised({ kind: 'access', asks: 'accounts' })],
      ['is of a payment', aFinalised(aPayment)],
    ])('holds no decision of another authorisation when it %s', (_how, events) => {
      expect(claimsAfter(...events)).toEqual([]);
    });
  });

  it.each([
    [true, 'a payment without a return address', { redirectUri: '' }, aPayment],
    [false, 'a payment with a return address', {}, aPayment],
    [false, 'an access without a return address', { redirectUri: '' }, { kind: 'access' } as const],
  ])('was opened on the own site: %s for %s', (isOwn, _what, initiator, resource) => {
    expect(isOpenedHere({ initiator: anInitiator(initiator), resource })).toBe(isOwn);
  });
});
