import { generateKeyPairSync } from 'node:crypto';
import { operationTermsOf } from '@nordgate/contracts/profile';
import { issueLocalAuthority, issueOperatorCertificate } from '@nordgate/signature/issue';
import { createLocalJWKSet, exportJWK, SignJWT } from 'jose';
import type { JWTPayload } from 'jose';
import { certificateOf, testOperators } from '../../testing/test-operators.js';
import type { TestOperators } from '../../testing/test-operators.js';
import { bodyHashOf } from '../tokens/operator-tokens.js';
import { OperatorPeople } from './operator-person.js';
import { certificateProof, personProofType } from './person-proofs.js';
import type { PersonCertificate } from './person-proofs.js';

const now = new Date('2030-03-01T09:00:00.000Z');
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const validity = { validFrom: after(-3600), validTo: after(3600) };
const body = '{"name":"Any"}';
const request = { service: 'accounts', bodyHash: bodyHashOf(body) };
const profile = operationTermsOf({
  operations: {
    ...{ issuer: 'https://login.bank.example', audience: 'operations' },
    roles: [
      { name: 'bank-operations', role: 'operator' },
      { name: 'operator', role: 'operator' },
      { name: 'fraud', role: 'fraud-desk' },
    ],
  },
});
const issuer = generateKeyPairSync('rsa', { modulusLength: 2048 });
let operators: TestOperators;
let people: OperatorPeople;

beforeAll(async () => {
  operators = await testOperators(now);
  const jwk = { ...(await exportJWK(issuer.publicKey)), kid: 'k1' };
  const issuerKeys = { value: createLocalJWKSet({ keys: [jwk] }) };
  const { authorities } = operators;
  people = new OperatorPeople(profile, { authorities, issuerKeys }, () => now);
});

const identify = (proof: string | undefined) => people.identify({ proof, ...request });
const unverified = (text: string) => ({ unverified: expect.stringContaining(text) as string });

describe('a person with a certificate', () => {
  const proofOf = (person: PersonCertificate, to = { service: 'accounts', body }, at = now) =>
    certificateProof(person, to, at);
  const issued = async (more: Partial<Parameters<typeof issueOperatorCertificate>[0]>) =>
    certificateOf(
      await issueOperatorCertificate({
        ...{ authority: operators.authority, name: 'kari', role: 'fraud', ...validity },
        ...more,
      }),
    );

  it('is verified, with the role of the unit of the certificate', async () => {
    const person = { by: 'certificate', issuer: 'CN=Operators', id: 'kari', name: 'kari' };
    expect(await identify(await proofOf(await issued({})))).toEqual({
      ...person,
      roles: ['fraud-desk'],
    });
    const unknown = await proofOf(await issued({ role: 'other' }));
    expect(await identify(unknown)).toEqual({ ...person, roles: [] });
  });

  it('is nobody when the proof is for another request, or too old', async () => {
    const kari = operators.person('kari');
    const otherBody = await proofOf(kari, { service: 'accounts', body: '{}' });
    expect(await identify(otherBody)).toEqual(unverified('another request'));
    const otherService = await proofOf(kari, { service: 'batch', body });
    expect(await identify(otherService)).toEqual(unverified('"aud"'));
    expect(await identify(await proofOf(kari, undefined, after(-100)))).toEqual(
      unverified('"exp"'),
    );
    expect(await identify(await proofOf(kari, undefined, after(100)))).toEqual(unverified('"iat"'));
  });

  it('is nobody with a certificate that no mounted authority has issued', async () => {
    const authority = await issueLocalAuthority({ name: 'Operators', ...validity });
    const strange = await proofOf(await issued({ authority }));
    expect(await identify(strange)).toEqual(unverified('no authority'));
  });

  it('is nobody with the certificate of somebody else', async () => {
    const [kari, ola] = [operators.person('kari'), operators.person('ola')];
    const stolen = await proofOf({ chain: kari.chain, key: ola.key });
    expect(await identify(stolen)).toEqual(unverified('signature verification failed'));
  });

  it.each([
    ['before its time', { validFrom: after(60) }],
    ['after its time', { validTo: after(-60) }],
  ])('is nobody %s', async (_when, other) => {
    expect(await identify(await proofOf(await issued(other)))).toEqual(
      unverified('not valid today'),
    );
  });

  it('is nobody with a certificate that is no one of clients', async () => {
    const authority = certificateOf(operators.authority);
    expect(await identify(await proofOf(authority))).toEqual(unverified('not for clients'));
  });

  it('is nobody where no authority is mounted', async () => {
    const none = new OperatorPeople(profile, {}, () => now);
    const proof = await proofOf(operators.person('kari'));
    expect(await none.identify({ proof, ...request })).toEqual(unverified('operator-ca.pem'));
  });
});

describe('a person with a token', () => {
  const claims = { sub: 'u-17', preferred_username: 'kari', roles: ['fraud', 'bank-operations'] };
  const tokenOf = (
    more: JWTPayload = {},
    typ: string | undefined = 'JWT',
    key = issuer.privateKey,
  ) =>
    new SignJWT({ ...claims, ...more })
      .setProtectedHeader({ alg: 'RS256', kid: 'k1', ...(typ !== undefined && { typ }) })
      .setIssuer(more.iss ?? 'https://login.bank.example')
      .setAudience(more.aud ?? 'operations')
      .setIssuedAt(now)
      .setExpirationTime(more.exp ?? after(300))
      .sign(key);

  it('is verified, with the roles of the claim', async () => {
    const person = { by: 'token', issuer: 'https://login.bank.example', id: 'u-17', name: 'kari' };
    const roles = ['fraud-desk', 'operator'];
    expect(await identify(await tokenOf())).toEqual({ ...person, roles });
    expect(await identify(await tokenOf({}, 'at+jwt'))).toEqual({ ...person, roles });
    expect(await identify(await tokenOf({ roles: 'fraud' }))).toMatchObject({
      roles: ['fraud-desk'],
    });
    expect(await identify(await tokenOf({ roles: undefined }))).toMatchObject({ roles: [] });
    const nameless = await tokenOf({ preferred_username: undefined });
    expect(await identify(nameless)).toMatchObject({ id: 'u-17', name: 'u-17' });
  });

  it.each([
    ['of another issuer', { iss: 'https://other.example' }, '"iss"'],
    ['for another audience', { aud: 'nordgate' }, '"aud"'],
    ['that has expired', { exp: Math.floor(now.getTime() / 1000) - 1 }, '"exp"'],
    ['without a subject', { sub: '' }, 'no subject'],
  ])('is nobody with one %s', async (_which, more, text) => {
    expect(await identify(await tokenOf(more))).toEqual(unverified(text));
  });

  it('is nobody with one of another type, and of another key', async () => {
    expect(await identify(await tokenOf({}, 'logout+jwt'))).toEqual(unverified('logout+jwt'));
    expect(await identify(await tokenOf({}, personProofType))).toEqual(unverified(''));
    const strange = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    expect(await identify(await tokenOf({}, 'JWT', strange))).toEqual(unverified('signature'));
  });

  it('is nobody where the profile names no issuer', async () => {
    const none = new OperatorPeople(operationTermsOf({}), {}, () => now);
    expect(await none.identify({ proof: await tokenOf(), ...request })).toEqual(
      unverified('issuer'),
    );
  });
});

it.each([
  ['no proof', undefined],
  ['no token', 'x'],
  ['a long proof', 'x'.repeat(20_000)],
])('%s verifies nobody', async (_what, proof) => {
  expect(await identify(proof)).toEqual(unverified(''));
});
