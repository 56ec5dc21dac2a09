import { createSecretKey } from 'node:crypto';
import { publicAgreementOf } from '@nordgate/contracts/rules';
import type { IdKeys } from '@nordgate/contracts/rules';
import type { Verified } from '@nordgate/signature';
import { callerOf, initiatorOf } from './caller.js';
import { headerValuesOf } from '../request/header-table.js';
import { paymentInitiation } from '../request/route-requirements.js';

const verified = {
  tppId: 'PSDNO-FSA-1',
  certificate: { organisation: 'Penger AS' },
} as unknown as Verified;

const ids = { current: 'A', keys: { A: createSecretKey(Buffer.alloc(32, 1)) } };
const acceptance = { fixesByDefault: new Set<string>(), world: { generation: 0 }, ids };

function initiatedWith(preferred: string | undefined) {
  const header = headerValuesOf({
    'tpp-redirect-uri': 'https://tpp.example/back',
    'tpp-redirect-preferred': preferred,
  });
  const caller = callerOf(verified, header, paymentInitiation, acceptance);
  return initiatorOf(caller, () => 'minted');
}

describe('the name of a TPP', () => {
  const nameOf = (organisation: string | undefined) => {
    const certificate = { organisation } as Verified['certificate'];
    const header = headerValuesOf({});
    const caller = callerOf({ ...verified, certificate }, header, paymentInitiation, acceptance);
    return initiatorOf(caller, () => 'minted').tppName;
  };

  it('is cleaned before it becomes part of the initiator, which PostgreSQL could not store otherwise', () => {
    expect(nameOf('Penger\u0000 AS')).toBe('Penger AS');
    expect(nameOf(undefined)).toBe('PSDNO-FSA-1');
  });

  it("is never the bank's own", () => {
    expect(nameOf('Nordgate')).toBe('PSDNO-FSA-1');
  });
});

describe('the certificate of a request', () => {
  it('becomes part of the initiator, so that links end when it is revoked', () => {
    const reference = { issuer: 'a-ca', serial: '17' };
    const certificate = { ...verified.certificate, reference };
    const by = { ...verified, certificate } as Verified;
    const caller = callerOf(by, headerValuesOf({}), paymentInitiation, acceptance);
    expect(initiatorOf(caller, () => 'minted').certificate).toEqual(reference);
  });
});

describe('PSU-Corporate-ID', () => {
  const agreement = '901b1aaa-1cd5-5240-af93-a72d2de4cd8e';
  const agreementOf = (sent: string, acceptedWith: IdKeys = ids) => {
    const header = headerValuesOf({ 'psu-corporate-id': sent });
    const by = { ...acceptance, ids: acceptedWith };
    return callerOf(verified, header, paymentInitiation, by).corporateId;
  };

  it('names the agreement inside the bank, also under an older key', () => {
    const sent = publicAgreementOf(agreement, verified.tppId, ids);
    const B = createSecretKey(Buffer.alloc(32, 2));
    expect(agreementOf(sent)).toBe(agreement);
    expect(agreementOf(sent, { current: 'B', keys: { ...ids.keys, B } })).toBe(agreement);
  });

  it('names no agreement when it was made for another TPP, or is the id inside the bank', () => {
    const foreign = publicAgreementOf(agreement, 'PSDNO-FSA-2', ids);
    for (const sent of [foreign, agreement]) expect(agreementOf(sent)).not.toBe(agreement);
  });

  it('of another form is kept apart from every id of an agreement', () => {
    expect(agreementOf('agreement-1')).toBe('unknown:agreement-1');
    expect(agreementOf(agreement)).toBe(`unknown:${agreement}`);
  });
});

describe('TPP-Nok-Redirect-URI', () => {
  it('becomes part of the initiator, and only when it is sent', () => {
    const nokRedirectUri = 'https://tpp.example/failed';
    const header = headerValuesOf({ 'tpp-nok-redirect-uri': nokRedirectUri });
    const caller = callerOf(verified, header, paymentInitiation, acceptance);
    expect(initiatorOf(caller, () => 'minted')).toHaveProperty('nokRedirectUri', nokRedirectUri);
    expect(initiatedWith('true')).not.toHaveProperty('nokRedirectUri');
  });
});

describe('TPP-Redirect-Preferred', () => {
  it('false becomes part of the initiator, for the approval site (specification 5.15)', () => {
    expect(initiatedWith('false')).toHaveProperty('redirectPreferred', false);
  });

  it.each([['true'], [undefined]])(
    '%s is the default and adds nothing to the initiator',
    (preferred) => {
      expect(initiatedWith(preferred)).not.toHaveProperty('redirectPreferred');
    },
  );
});
