import { readFileSync } from 'node:fs';
import { parseCertificate } from './certificate.js';
import { decodePemBundle } from './pem.js';
import {
  organizationIdentifierMax,
  parseOrganizationIdentifier,
} from './organization-identifier.js';
import { psd2StatementDer } from '../issue/psd2-statement-der.js';
import { parsePsd2Statement, PSD2_ROLES, type Psd2Role } from './qc-statements.js';

const statementOf = (file: string) => {
  const pem = readFileSync(new URL(`../vectors/${file}`, import.meta.url), 'utf8');
  const extension = parseCertificate(decodePemBundle(pem)![0]!)!.qcStatements;
  return extension && parsePsd2Statement(extension);
};

const made = (roles: readonly Psd2Role[]) =>
  Buffer.from(psd2StatementDer(roles, { name: 'Finanstilsynet', id: 'NO-FSA' }));

describe('the PSD2 statement', () => {
  it('has the roles and the authority that openssl wrote as pairs', () => {
    expect(statementOf('tpp.pem')).toEqual({
      roles: ['PSP_PI', 'PSP_AI'],
      authorityName: 'Finanstilsynet',
      authorityId: 'NO-FSA',
    });
  });

  it('has the roles of a flat list too', () => {
    expect(statementOf('tpp-flat.pem')).toMatchObject({ roles: ['PSP_AS', 'PSP_IC'] });
  });

  it('is absent from a certificate without it', () => {
    expect(statementOf('tpp-without-role.pem')).toBeUndefined();
  });

  it.each(PSD2_ROLES)('reads back the role %s', (role) => {
    expect(parsePsd2Statement(made([role]))).toMatchObject({ roles: [role] });
  });

  it('may have no role', () => {
    expect(parsePsd2Statement(made([]))).toMatchObject({ roles: [] });
  });

  it('reads a role by its identifier, not by its name', () => {
    const der = made(['PSP_AI']);
    der.write('PSP_PI', der.indexOf('PSP_AI'));
    expect(parsePsd2Statement(der)).toMatchObject({ roles: ['PSP_AI'] });
  });

  it('drops a role with an unknown identifier', () => {
    const der = made(['PSP_AI', 'PSP_PI']);
    der[der.indexOf('PSP_AI') - 3] = 9;
    expect(parsePsd2Statement(der)).toMatchObject({ roles: ['PSP_PI'] });
  });

  it('has a repeated role once', () => {
    expect(parsePsd2Statement(made(['PSP_AI', 'PSP_AI']))).toMatchObject({ roles: ['PSP_AI'] });
  });

  it('is refused when it is cut off, followed by more bytes, or repeated', () => {
    const der = made(['PSP_AI']);
    const one = der.subarray(2);
    const length = one.length * 2;
    const twice = Buffer.concat([
      Buffer.from(length < 0x80 ? [0x30, length] : [0x30, 0x81, length]),
      one,
      one,
    ]);
    expect(parsePsd2Statement(Buffer.concat([Buffer.from([0x30, one.length]), one]))).toBeDefined();
    expect(parsePsd2Statement(der.subarray(0, -1))).toBeUndefined();
    expect(parsePsd2Statement(Buffer.concat([der, Buffer.alloc(1)]))).toBeUndefined();
    expect(parsePsd2Statement(twice)).toBeUndefined();
  });
});

describe('the organizationIdentifier', () => {
  it('has a country, an authority and a number', () => {
    expect(parseOrganizationIdentifier('PSDNO-FSA-123456789')).toEqual({
      country: 'NO',
      authority: 'FSA',
      number: '123456789',
    });
  });

  it('may have dashes in its number', () => {
    expect(parseOrganizationIdentifier('PSDDE-BAFIN-12-3/4')).toMatchObject({ number: '12-3/4' });
  });

  it('has at most 79 characters', () => {
    const longest = 'PSDNO-AUTHORIT-'.padEnd(organizationIdentifierMax, '1');
    expect(parseOrganizationIdentifier(longest)?.number).toHaveLength(64);
    expect(parseOrganizationIdentifier(`${longest}1`)).toBeUndefined();
  });

  it.each([
    'VATNO-912345678',
    'NTRNO-912345678',
    'PSDNO-FSA-',
    'PSDNO--1',
    'PSDno-FSA-1',
    'PSDNO-F-1',
    'PSDNO-ABCDEFGHI-1',
    'PSDNO-FSA-1 2',
    'xPSDNO-FSA-1',
    'PSDNO-FSA-1\n',
    `PSDNO-FSA-${'1'.repeat(65)}`,
  ])('is refused as "%s"', (text) => {
    expect(parseOrganizationIdentifier(text)).toBeUndefined();
  });
});
