import type {
  AuthorisationEvent,
  AuthorisationFailure,
  PsuContext,
} from '@nordgate/contracts/events';
import { readPublicAgreement } from '@nordgate/contracts/rules';
import { fold } from '@nordgate/decider';
import { authorisationStream } from '../../authorisation/authorisation.js';
import { failedBecause } from '../../authorisation/failures.js';
import {
  anInitiator,
  aPayment,
  identified,
  inTime,
  opened,
  shown,
} from '../../testing/an-authorisation.js';
import { idKeys } from '../../testing/agreement-ids.js';
import { fiskAgreement } from '../../testing/psu-steps.js';
import type { Outcome } from './outcome.js';
import { textsOf } from '../language/texts.js';
import { exitOf, formTargets } from './exit.js';

const site = { environment: 'production', language: 'en', ids: idKeys } as const;

function exitAfter(...events: AuthorisationEvent[]) {
  return exitWith('taken', ...events);
}

function exitWith(outcome: Outcome, ...events: AuthorisationEvent[]) {
  const exit = exitOf(fold(authorisationStream, events), outcome, site);
  return exit && { ...exit, query: Object.fromEntries(new URL(exit.href).searchParams) };
}

function finalised(context: PsuContext, corporateId?: string): AuthorisationEvent {
  const { customerId, psuId } = identified().data;
  return {
    type: 'AuthorisationFinalised',
    data: {
      ...{ resource: aPayment, customerId, psuId, context, corporateId },
      ...{ approved: [], declined: [], at: inTime },
    },
  };
}

describe('the redirect after success (specification 5.11)', () => {
  it('carries PSU-ID, session and context', () => {
    const exit = exitAfter(opened(), identified(), shown(), finalised('PRIVATE'));
    expect(exit).toMatchObject({ origin: 'https://tpp.example', tppName: 'Penger AS' });
    expect(exit?.query).toEqual({
      state: '1',
      'psu-id': identified().data.psuId,
      'tpp-session-id': 'session-1',
      context: 'PRIVATE',
    });
  });

  it('carries the agreement of a corporate context, under an id for this TPP only', () => {
    const approved = [identified(), shown(), finalised('CORPORATE', fiskAgreement)];
    const sentTo = (tpp: string) => {
      const query = exitAfter(opened({ initiator: anInitiator({ tpp }) }), ...approved)?.query;
      expect(query).toMatchObject({ context: 'CORPORATE' });
      return query?.['psu-corporate-id'] ?? '';
    };
    const [one, other] = ['PSDNO-FSA-1', 'PSDNO-FSA-2'].map(sentTo) as [string, string];
    expect(new Set([one, other, fiskAgreement]).size).toBe(3);
    expect(readPublicAgreement(one, 'PSDNO-FSA-1', idKeys)).toBe(fiskAgreement);
  });
});

describe('the redirect after an approval', () => {
  const approved = [opened(), identified(), shown(), finalised('PRIVATE')] as const;

  it.each<readonly [string, Outcome, string, string]>([
    ['was rejected by the bank', 'rejected', 'PAYMENT_FAILED', '400'],
    ['was decided before', 'conflict', 'CONFLICT', '409'],
  ])(
    'reports a failure when the payment %s (specification 5.12)',
    (_what, outcome, code, status) => {
      const query = exitWith(outcome, ...approved)?.query;
      expect(query).toMatchObject({ state: '1', system: 'sca', status, code });
      expect(query).not.toHaveProperty('psu-id');
    },
  );

  it('reports a success when the outcome is not known in time: the SCA has succeeded', () => {
    expect(exitWith('pending', ...approved)?.query).toHaveProperty('psu-id');
  });
});

describe('the redirect after failure (specification 5.12)', () => {
  it.each<readonly [AuthorisationFailure, string, string]>([
    ['expired', 'SCA_EXPIRED', '401'],
    ['wrong-codes', 'SCA_INVALID', '400'],
    ['unknown-customer', 'PSU_CREDENTIALS_INVALID', '401'],
    ['other-customer', 'PSU_CREDENTIALS_INVALID', '401'],
    ['refused', 'SCA_INVALID', '400'],
    ['not-debitable', 'PAYMENT_FAILED', '400'],
    ['joined-basket', 'SCA_INVALID', '400'],
    ['not-approvable', 'CONFLICT', '409'],
    ['fault', 'SYSTEM_ERROR', '500'],
  ])('reports %s as %s', (reason, code, status) => {
    const query = exitAfter(opened(), failedBecause(reason, inTime))?.query;
    const message = textsOf('en')(`failed.${reason}`);
    expect(query).toEqual({ state: '1', system: 'sca', status, code, message });
  });

  it('reports a refused payment', () => {
    const refused = {
      type: 'AuthorisationRefused',
      data: { resource: aPayment, at: inTime },
    } as const;
    expect(exitAfter(opened(), identified(), refused)?.query).toMatchObject({
      code: 'SCA_INVALID',
      message: 'The customer refused',
    });
  });
});

describe('TPP-Nok-Redirect-URI', () => {
  const nokRedirectUri = 'https://failed.example/nok?state=2&code=mine';
  const link = opened({ initiator: anInitiator({ nokRedirectUri }) });

  it('is where a failure leads, with the failure in its query', () => {
    const exit = exitAfter(link, failedBecause('expired', inTime));
    expect(exit?.href).toMatch(/^https:\/\/failed\.example\/nok\?/);
    expect(exit?.query).toMatchObject({ state: '2', code: 'SCA_EXPIRED', status: '401' });
  });

  it('is not where success leads', () => {
    const exit = exitAfter(link, identified(), shown(), finalised('PRIVATE'));
    expect(exit?.origin).toBe('https://tpp.example');
  });

  it('is a target of the forms of an open authorisation, beside TPP-Redirect-URI', () => {
    const targetsOf = (initiator: ReturnType<typeof anInitiator>) =>
      formTargets(opened({ initiator }).data, 'production');
    expect(targetsOf(anInitiator({ nokRedirectUri }))).toBe(
      'https://tpp.example https://failed.example',
    );
    expect(targetsOf(anInitiator())).toBe('https://tpp.example');
    expect(targetsOf(anInitiator({ nokRedirectUri: 'https://tpp.example/nok' }))).toBe(
      'https://tpp.example',
    );
  });

  it('leads nowhere from pages of the bank itself', () => {
    const initiator = anInitiator({ redirectUri: '', nokRedirectUri });
    const own = opened({ initiator });
    expect(exitAfter(own, failedBecause('expired', inTime))).toBeUndefined();
    expect(formTargets(own.data, 'production')).toBeUndefined();
  });
});

describe('no redirect', () => {
  it('exists before the authorisation is over', () => {
    expect(exitAfter()).toBeUndefined();
    expect(exitAfter(opened())).toBeUndefined();
    expect(exitAfter(opened(), identified(), shown())).toBeUndefined();
  });

  it('leads to an address that may not be used', () => {
    const initiator = anInitiator({ redirectUri: 'http://tpp.example/' });
    expect(exitAfter(opened({ initiator }), failedBecause('expired', inTime))).toBeUndefined();
  });
});
