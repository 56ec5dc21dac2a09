import { foreignClaimOf, personIn, weaknessOf } from './provider-answer.js';
import type { IdTokenClaims } from './provider-answer.js';
import { statusOfKind } from '../frame/site-error.js';
import { kindOfErrorCode } from './provider-failure.js';

const terms = { acrValues: ['urn:strong', 'urn:stronger'], amr: ['pop'] };
const startedAt = 1_700_000_000_000;
const claims: IdTokenClaims = {
  acr: 'urn:strong',
  amr: ['pwd', 'pop'],
  auth_time: startedAt / 1000 + 5,
};

describe('the strength of an authentication', () => {
  it('is enough with an acr and all methods of the profile, and a log-in for this approval', () => {
    expect(weaknessOf(claims, terms, startedAt)).toBeUndefined();
    expect(weaknessOf({ acr: 'urn:stronger' }, { acrValues: terms.acrValues })).toBeUndefined();
  });

  it.each<readonly [string, IdTokenClaims, string]>([
    ['without an acr', { ...claims, acr: undefined }, 'acr'],
    ['with another acr', { ...claims, acr: 'urn:weak' }, 'acr'],
    ['with a list as acr', { ...claims, acr: ['urn:strong'] }, 'acr'],
    ['without a required method', { ...claims, amr: ['pwd'] }, 'amr'],
    ['with a text instead of methods', { ...claims, amr: 'pop' }, 'amr'],
    ['with a log-in from before', { ...claims, auth_time: startedAt / 1000 - 60 }, 'auth_time'],
    ['without the time of the log-in', { ...claims, auth_time: undefined }, 'auth_time'],
  ])('is too low %s', (_about, weak, why) => {
    expect(weaknessOf(weak, terms, startedAt)).toBe(why);
  });
});

describe('an ID token for this bank now', () => {
  const own = { iat: startedAt / 1000, auth_time: startedAt / 1000 };
  const later = (seconds: number) => startedAt / 1000 + seconds;

  it.each<readonly [string, IdTokenClaims]>([
    ['without azp', own],
    ['with the azp of the bank', { ...own, azp: 'bank' }],
    ['issued 30 seconds ahead', { ...own, iat: later(30) }],
    ['with a log-in 30 seconds ahead', { ...own, auth_time: later(30) }],
  ])('is one %s', (_about, good) => {
    expect(foreignClaimOf(good, 'bank', startedAt)).toBeUndefined();
  });

  it.each<readonly [string, IdTokenClaims, string]>([
    ['with the azp of another client', { ...own, azp: 'shop' }, 'azp'],
    ['with a list as azp', { ...own, azp: ['bank'] }, 'azp'],
    ['with an empty azp', { ...own, azp: '' }, 'azp'],
    ['issued 31 seconds ahead', { ...own, iat: later(31) }, 'iat'],
    ['without the time of issue', { auth_time: own.auth_time }, 'iat'],
    ['with a log-in 31 seconds ahead', { ...own, auth_time: later(31) }, 'auth_time'],
  ])('is none %s', (_about, wrong, why) => {
    expect(foreignClaimOf(wrong, 'bank', startedAt)).toBe(why);
  });
});

describe('the person of an ID token', () => {
  it('is in the claim of the profile', () => {
    expect(personIn({ sub: 'a', pid: '14837530114' }, 'pid')).toBe('14837530114');
  });

  it.each<readonly [string, IdTokenClaims]>([
    ['no claim', { sub: 'a' }],
    ['an empty claim', { pid: '' }],
    ['a number', { pid: 14_837_530_114 }],
    ['a list', { pid: ['14837530114'] }],
    ['a control character', { pid: '1483753\u00000114' }],
    ['a very long text', { pid: 'x'.repeat(256) }],
  ])('is nobody with %s', (_about, claims) => {
    expect(personIn(claims, 'pid')).toBeUndefined();
  });

  it('is not taken from the prototype of objects', () => {
    expect(personIn({}, 'constructor')).toBeUndefined();
  });
});

describe('an error response of the provider', () => {
  it.each([
    ['access_denied', 'aborted', 200],
    ['login_required', 'log-in-required', 200],
    ['unmet_authentication_requirements', 'log-in-required', 200],
    ['temporarily_unavailable', 'unavailable', 503],
    ['server_error', 'unavailable', 503],
    ['invalid_request', 'invalid', 502],
    ['constructor', 'invalid', 502],
  ] as const)('%s means %s', (code, kind, status) => {
    expect(kindOfErrorCode(code)).toBe(kind);
    expect(statusOfKind[`provider-${kind}`]).toBe(status);
  });
});
