import type { StoppedTpp } from '@nordgate/contracts/queries';
import { textOf } from '@nordgate/contracts/texts';
import type { Fault } from '@nordgate/contracts/http';
import { createCertificateCache, createTrustStore } from '@nordgate/signature';
import { RequestError } from '../reply/request-error.js';
import { admittedRoles, tppTrust } from './tpp-trust.source.js';
import type { Stops } from './stop-list.js';

const tppId = 'PSDNO-FSA-123456789';
const today = '2026-11-20';
const mounted = {
  certificates: createCertificateCache(createTrustStore({})),
  register: 'open',
} as const;
const aStop = (until?: string): Stops => {
  const stop: StoppedTpp = { tppId, reason: 'a secret', since: '2026-11-01T10:00:00Z' };
  return new Map([[tppId, until === undefined ? stop : { ...stop, until }]]);
};

/** The roles, or status and English text of the refusal. */
function verdict(stops: Stops | undefined, environment: 'sandbox' | 'production', who = tppId) {
  const trust = tppTrust(environment, { current: () => mounted }, { current: stops });
  try {
    const state = trust.current(new Date());
    return admittedRoles({ tppId: who, roles: ['PSP_PI'] }, state, today).join();
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const [fault] = error.faults as [Fault];
    return `${String(error.status)} ${fault.code} ${textOf(fault, 'en')}`;
  }
}

describe('a TPP that the operator has stopped', () => {
  it('is rejected through the last day, which the text names', () => {
    const told = (day: string) => `403 FORBIDDEN The bank has stopped this TPP until ${day}.`;
    expect(verdict(aStop('2027-01-31'), 'production')).toBe(told('2027-01-31'));
    expect(verdict(aStop('2026-11-20'), 'production')).toBe(told('2026-11-20'));
  });

  it('is admitted the day after, even by a list of the day before', () => {
    expect(verdict(aStop('2026-11-19'), 'production')).toBe('PSP_PI');
  });

  it('is rejected without end when the stop has no last day', () => {
    expect(verdict(aStop(), 'sandbox')).toBe('403 FORBIDDEN The bank has stopped this TPP.');
  });

  it('does not keep another TPP out', () => {
    expect(verdict(aStop(), 'production', 'PSDNO-FSA-1')).toBe('PSP_PI');
  });
});

describe('before the operator’s list has arrived', () => {
  it('production rejects every TPP and the sandbox admits every TPP', () => {
    expect(verdict(undefined, 'production')).toMatch(/^503 SYSTEM_ERROR/);
    expect(verdict(undefined, 'sandbox')).toBe('PSP_PI');
  });
});
