import { GetActingCustomer, GetCustomerOfPsu } from '@nordgate/contracts/queries';
import type { ActingContext } from '@nordgate/contracts/queries';
import { RequestError } from '../reply/request-error.js';
import { requireOwner } from './resource-owner.js';
import type { Admitted, OwnedResource } from './resource-owner.js';

const context = (corporateId: string, roles?: ActingContext['roles']): ActingContext => ({
  ...{ context: 'CORPORATE', corporateId, name: 'A company', debitable: [], viewable: [] },
  ...(roles && { roles }),
});

/** Who acts under which agreement; an older release does not say the roles. */
const people: Readonly<Record<string, readonly ActingContext[]>> = {
  tre: [context('agr-1', ['APPROVE']), context('agr-2', ['APPROVE'])],
  fire: [context('agr-1', ['REGISTER', 'APPROVE'])],
  viewer: [context('agr-1', ['VIEW'])],
  older: [context('agr-1')],
  stranger: [context('agr-2', ['APPROVE'])],
};

const queries = {
  ask: (query: unknown) => {
    if (query instanceof GetCustomerOfPsu) {
      return Promise.resolve(query.psuId in people ? { customerId: query.psuId } : null);
    }
    if (!(query instanceof GetActingCustomer)) throw new Error('not asked here');
    const { customerId = '' } = query.by as { readonly customerId?: string };
    return Promise.resolve({ customerId, name: customerId, contexts: people[customerId] ?? [] });
  },
} as Parameters<typeof requireOwner>[0];

interface Asked {
  readonly psuId?: string;
  readonly corporateId?: string;
}

const codeFor = (asked: Asked, resource: OwnedResource, admitted: Admitted) =>
  requireOwner(queries, { tpp: 'T', generation: 0, ...asked }, resource, admitted).then(
    () => 'admitted',
    (error: unknown) => {
      if (!(error instanceof RequestError)) throw error;
      const [first] = error.faults;
      return `${String(error.status)} ${first !== undefined && 'code' in first ? first.code : ''}`;
    },
  );

const unknown = '404 RESOURCE_UNKNOWN';
const incomplete = '400 HTTP_HEADER_REQUIRED';
const ofAgreement: OwnedResource = { initiator: { psuId: 'tre', corporateId: 'agr-1' } };
const ofPerson: OwnedResource = { initiator: { psuId: 'tre' } };
const ofNobody: OwnedResource = { initiator: {} };
const signedOnSite: OwnedResource = {
  initiator: { psuId: 'tre' },
  signedBy: { corporateId: 'agr-1' },
};

const saidPrivate: OwnedResource = { initiator: { psuId: 'tre', context: 'PRIVATE' } };
const givenConsent: OwnedResource = { initiator: {}, givenBy: { customerId: 'tre' } };
const givenForCompany: OwnedResource = {
  initiator: {},
  givenBy: { customerId: 'tre', corporateId: 'agr-1' },
};

type Row = readonly [string, OwnedResource, Asked, signers: string, ownPsu: string];

/** Who asks for what, and the answers where signers are admitted and where they are not. */
const rows: readonly Row[] = [
  ['the PSU', ofPerson, { psuId: 'tre' }, 'admitted', 'admitted'],
  ['nobody', ofPerson, {}, incomplete, incomplete],
  ['another PSU', ofPerson, { psuId: 'fire' }, unknown, unknown],
  ['a colleague', ofPerson, { psuId: 'fire', corporateId: 'agr-1' }, unknown, unknown],
  ['the PSU', ofAgreement, { psuId: 'tre', corporateId: 'agr-1' }, 'admitted', 'admitted'],
  ['the PSU without it', ofAgreement, { psuId: 'tre' }, 'admitted', 'admitted'],
  ['the PSU for another', ofAgreement, { psuId: 'tre', corporateId: 'agr-2' }, unknown, unknown],
  ['a signer', ofAgreement, { psuId: 'fire', corporateId: 'agr-1' }, 'admitted', unknown],
  ['a signer', signedOnSite, { psuId: 'fire', corporateId: 'agr-1' }, 'admitted', unknown],
  ['an older signer', ofAgreement, { psuId: 'older', corporateId: 'agr-1' }, 'admitted', unknown],
  ['a signer without it', ofAgreement, { psuId: 'fire' }, unknown, unknown],
  ['a viewer', ofAgreement, { psuId: 'viewer', corporateId: 'agr-1' }, unknown, unknown],
  ['a stranger', ofAgreement, { psuId: 'stranger', corporateId: 'agr-1' }, unknown, unknown],
  ['an unissued PSU-ID', ofAgreement, { psuId: 'x', corporateId: 'agr-1' }, unknown, unknown],
  ['anybody', ofNobody, {}, 'admitted', 'admitted'],
  ['any PSU', ofNobody, { psuId: 'fire', corporateId: 'agr-1' }, 'admitted', 'admitted'],
  ['the PSU', saidPrivate, { psuId: 'tre' }, 'admitted', 'admitted'],
  ['the PSU for a company', saidPrivate, { psuId: 'tre', corporateId: 'agr-1' }, unknown, unknown],
  [
    'the PSU for a company',
    ofPerson,
    { psuId: 'tre', corporateId: 'agr-1' },
    'admitted',
    'admitted',
  ],
  ['the giver', givenConsent, { psuId: 'tre' }, 'admitted', 'admitted'],
  ['nobody', givenConsent, {}, 'admitted', 'admitted'],
  ['another PSU', givenConsent, { psuId: 'fire' }, unknown, unknown],
  ['an unissued PSU-ID', givenConsent, { psuId: 'x' }, unknown, unknown],
  [
    'the giver for a company',
    givenConsent,
    { psuId: 'tre', corporateId: 'agr-1' },
    unknown,
    unknown,
  ],
  ['the giver', givenForCompany, { psuId: 'tre', corporateId: 'agr-1' }, 'admitted', 'admitted'],
  [
    'the giver for another',
    givenForCompany,
    { psuId: 'tre', corporateId: 'agr-2' },
    unknown,
    unknown,
  ],
  ['another PSU', givenForCompany, { psuId: 'stranger' }, unknown, unknown],
  [
    'another agreement',
    { initiator: { corporateId: 'agr-1' } },
    { psuId: 'stranger', corporateId: 'agr-2' },
    unknown,
    unknown,
  ],
];

describe('a resource', () => {
  it.each(rows)(
    'is judged for %s: %j asked by %j is %s for signers and %s for its own PSU',
    async (_who, resource, asked, signers, ownPsu) => {
      expect(await codeFor(asked, resource, 'signers')).toBe(signers);
      expect(await codeFor(asked, resource, 'own-psu')).toBe(ownPsu);
    },
  );
});
