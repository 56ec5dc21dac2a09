import { randomUUID } from 'node:crypto';
import {
  aDomesticPayment,
  codesOf,
  grantAt,
  jsonWith,
  scaRedirectOf,
  setUpSandbox,
  singlePath,
} from '@nordgate/testing';
import type { ListedCustomer, World } from '@nordgate/testing';
import type { TppAnswer, TppCall } from '@nordgate/tpp-client';
import { actForPsuIn } from './testing/known-psu.js';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';

const consents = '/v1/bank-offered-consents';
const fisk = 'Sandbox Bedrift To AS';
/** The id of its agreement inside the bank. */
const fiskAgreement = '23ef4856-2c33-50c6-baee-da211c17c38c';
const fiskAccount = '99996300036';

interface Agreements {
  readonly agreements: readonly { id: string; name: string; roles: string[] }[];
}
interface Accounts {
  readonly accounts: readonly { readonly bban: string }[];
}

let test: TestBank;
let person: ListedCustomer;
let other: ListedCustomer;
beforeAll(async () => {
  test = await startTestBank();
  const [first, second] = await setUpSandbox(test.world());
  if (first === undefined || second === undefined) throw new Error('no customers');
  // Listed by customer number: the second acts for both companies, the first for one.
  [person, other] = [second, first];
});
afterAll(() => test.stop());

/** A separate TPP for each test, without earlier grants. */
let tpps = 0;
async function newWorld(): Promise<World> {
  tpps += 1;
  const tpp = await test.newTpp(`PSDNO-FSA-8100000${String(tpps).padStart(2, '0')}`);
  return { ...test.world(), tpp };
}

const get = ({ tpp }: World, path = '/v1/accounts', headers: TppCall['headers'] = {}) =>
  tpp.call({ method: 'GET', path, headers });
const ask = ({ tpp }: World, headers: TppCall['headers'] = {}) =>
  tpp.call({ method: 'POST', path: consents, headers });
const seen = (answer: TppAnswer) => [answer.status, ...codesOf(answer)];
const bbansOf = (answer: TppAnswer) => jsonWith<Accounts>(answer, 200).accounts.map((a) => a.bban);
const ownBban = ({ accounts }: ListedCustomer) => accounts[0]?.bban ?? '';

/** The PSU grants the first own account by this answer's link, and the TPP learns who it was. */
async function grantOwn(world: World, asked: TppAnswer, psu = person) {
  const link = scaRedirectOf(jsonWith(asked, 201));
  return actForPsuIn(world.tpp, await grantAt(world, link, psu, { bbans: [ownBban(psu)] }));
}

describe('agreements (specification 5.14)', () => {
  it('of a known PSU are listed, and one can be chosen beside the existing access', async () => {
    const world = await newWorld();
    expect(seen(await get(world, '/v1/agreements'))).toEqual([401, 'CONSENT_UNKNOWN']);
    const known = await grantOwn(world, await ask(world));
    const listed = jsonWith<Agreements>(await get(world, '/v1/agreements'), 200);
    expect(listed.agreements.map(({ name }) => name)).toEqual([fisk, 'Sandbox Bedrift Én AS']);
    expect(listed.agreements[0]?.roles).toEqual(['REGISTER', 'VIEW', 'APPROVE']);
    const chosen = { 'psu-corporate-id': listed.agreements[0]?.id };
    const refused = await get(world, '/v1/accounts', chosen);
    expect(seen(refused)).toEqual([401, 'CONSENT_UNKNOWN']);
    const link = scaRedirectOf(refused.json as object);
    await grantAt(world, link, person, { bbans: [fiskAccount], actsFor: fisk });
    expect(bbansOf(await get(world, '/v1/accounts', chosen))).toEqual([fiskAccount]);
    world.tpp.actFor(known);
    expect(bbansOf(await get(world))).toEqual([ownBban(person)]);
  });

  it('of another PSU are 401 without a link', async () => {
    const world = await newWorld();
    await grantOwn(world, await ask(world));
    const listed = jsonWith<Agreements>(await get(world, '/v1/agreements'), 200);
    const ofBoth = listed.agreements.find(({ name }) => name === fisk)?.id;
    const ofPerson = listed.agreements.find(({ name }) => name !== fisk)?.id;
    world.tpp.actFor(undefined);
    await grantOwn(world, await ask(world), other);
    const known = await get(world, '/v1/accounts', { 'psu-corporate-id': ofBoth });
    expect(seen(known)).toEqual([401, 'CONSENT_UNKNOWN']);
    for (const id of [ofPerson, randomUUID()]) {
      const refused = await get(world, '/v1/accounts', { 'psu-corporate-id': id });
      expect(seen(refused)).toEqual([401, 'PSU_CREDENTIALS_INVALID']);
      expect(refused.json).not.toHaveProperty('_links');
    }
  });

  it('have another PSU-Corporate-ID for each TPP, and none outside the bank is the id inside', async () => {
    const shown = [];
    for (let tpp = 0; tpp < 2; tpp += 1) {
      const world = await newWorld();
      const link = scaRedirectOf(jsonWith(await ask(world, { 'psu-context': 'CORPORATE' }), 201));
      const back = await grantAt(world, link, other, { bbans: [fiskAccount] });
      const { corporateId } = actForPsuIn(world.tpp, back);
      const listed = await get(world, '/v1/agreements');
      expect(listed.json).toMatchObject({ agreements: [{ id: corporateId, name: fisk }] });
      expect((await get(world, '/v1/user')).json).toMatchObject({ psuCorporateId: corporateId });
      expect(bbansOf(await get(world))).toEqual([fiskAccount]);
      for (const foreign of [...shown, fiskAgreement]) {
        const refused = await get(world, '/v1/accounts', { 'psu-corporate-id': foreign });
        expect(seen(refused)).toEqual([401, 'PSU_CREDENTIALS_INVALID']);
      }
      shown.push(corporateId);
    }
    expect(new Set(shown).size).toBe(2);
  });

  it('have to be named in requests of a corporate user', async () => {
    const world = await newWorld();
    const link = scaRedirectOf(jsonWith(await ask(world, { 'psu-context': 'CORPORATE' }), 201));
    const back = await grantAt(world, link, other, { bbans: [fiskAccount] });
    const { psuId, tppSessionId, corporateId } = actForPsuIn(world.tpp, back);
    expect(corporateId).toBeDefined();
    expect(bbansOf(await get(world))).toEqual([fiskAccount]);
    world.tpp.actFor({ psuId, tppSessionId });
    expect(seen(await get(world))).toEqual([400, 'HTTP_HEADER_REQUIRED']);
    const asPrivate = await get(world, '/v1/accounts', { 'psu-context': 'PRIVATE' });
    expect(seen(asPrivate)).toEqual([401, 'CONSENT_UNKNOWN']);
    expect(seen(await get(world, '/v1/user'))).toEqual([400, 'HTTP_HEADER_REQUIRED']);
    const pay = { method: 'POST', path: singlePath, body: aDomesticPayment() } as const;
    expect(seen(await world.tpp.call(pay))).toEqual([400, 'HTTP_HEADER_REQUIRED']);
    expect((await get(world, '/v1/agreements')).status).toBe(200);
    expect((await ask(world)).status).toBe(201);
  });

  it('need not be named by a PSU whose private consent has ended', async () => {
    const world = await newWorld();
    const asked = await ask(world);
    const { consentId } = jsonWith<{ consentId: string }>(asked, 201);
    const known = await grantOwn(world, asked);
    const link = scaRedirectOf(jsonWith(await ask(world, { 'psu-context': 'CORPORATE' }), 201));
    await grantAt(world, link, person, { bbans: [fiskAccount], actsFor: fisk });
    await world.tpp.call({ method: 'DELETE', path: `${consents}/${consentId}` });
    world.tpp.actFor({ psuId: known.psuId, tppSessionId: known.tppSessionId });
    const refused = await get(world);
    expect([...seen(refused), scaRedirectOf(refused.json as object)]).toEqual([
      ...[401, 'CONSENT_INVALID'],
      expect.stringContaining('/sign/'),
    ]);
  });
});
