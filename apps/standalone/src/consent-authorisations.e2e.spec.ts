import { randomUUID } from 'node:crypto';
import {
  actAs,
  codesOf,
  departureOf,
  eventually,
  failAt,
  grantAt,
  jsonWith,
  pageOf,
  pickedOn,
  refuseAt,
  scaRedirectOf,
  setUpSandbox,
} from '@nordgate/testing';
import type { ListedCustomer, World } from '@nordgate/testing';
import type { TppAnswer, TppCall } from '@nordgate/tpp-client';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';

const consents = '/v1/bank-offered-consents';

interface Started {
  readonly authorisationId: string;
  readonly scaStatus: string;
}

let test: TestBank;
let person: ListedCustomer;
let other: ListedCustomer;
beforeAll(async () => {
  test = await startTestBank();
  const [first, second] = await setUpSandbox(test.world());
  if (first === undefined || second === undefined) throw new Error('no customers');
  [person, other] = [second, first];
});
afterAll(() => test.stop());

/** A separate TPP for each test, without earlier grants. */
let tpps = 0;
async function newWorld(): Promise<World> {
  tpps += 1;
  const tpp = await test.newTpp(`PSDNO-FSA-8300000${String(tpps).padStart(2, '0')}`);
  return { ...test.world(), tpp };
}

/** A consent of a TPP that waits for the PSU. */
async function newConsent(headers: TppCall['headers'] = {}) {
  const world = await newWorld();
  const call = (method: TppCall['method'], path: string, more: TppCall['headers'] = {}) =>
    world.tpp.call({ method, path, headers: more });
  const asked = await call('POST', consents, headers);
  const { consentId } = jsonWith<{ consentId: string }>(asked, 201);
  const path = `${consents}/${consentId}`;
  const list = `${path}/authorisations`;
  return {
    world,
    call,
    consentId,
    path,
    list,
    href: scaRedirectOf(asked.json as object),
    asked,
    start: (more: TppCall['headers'] = {}) => call('POST', list, more),
    ids: async () =>
      jsonWith<{ authorisationIds: readonly string[] }>(await call('GET', list), 200)
        .authorisationIds,
    status: async () =>
      jsonWith<{ consentStatus: string }>(await call('GET', `${path}/status`), 200).consentStatus,
    stateOf: async (id: string) =>
      jsonWith<{ scaStatus: string }>(await call('GET', `${list}/${id}`), 200).scaStatus,
  };
}
type Consent = Awaited<ReturnType<typeof newConsent>>;

const seen = (answer: TppAnswer) => [answer.status, ...codesOf(answer)];
const linkIn = (answer: TppAnswer) => scaRedirectOf(jsonWith<Started>(answer, 201));
const give = (world: World, href: string, customer = person) =>
  grantAt(world, href, customer, { bbans: [customer.accounts[0]?.bban ?? ''] });

/** The scaStatus of every authorisation of a consent, the oldest first. */
async function states(consent: Consent): Promise<readonly string[]> {
  return Promise.all((await consent.ids()).map((id) => consent.stateOf(id)));
}

async function become(consent: Consent, expected: readonly string[]): Promise<void> {
  const wanted = expected.join();
  await eventually(
    `the authorisations are ${wanted}`,
    async () => (await states(consent)).join() === wanted,
  );
}

describe('the authorisations of a consent', () => {
  it('begin with that of the first link, which the consent names', async () => {
    const consent = await newConsent();
    const [id = ''] = await consent.ids();
    expect(await states(consent)).toEqual(['received']);
    expect(consent.asked.json).toMatchObject({
      _links: { scaStatus: { href: `${consent.list}/${id}`, verbs: ['GET'] } },
    });
    await give(consent.world, consent.href);
    expect(await consent.stateOf(id)).toBe('finalised');
  });

  it('can be started again, each with a separate link, and a repeat starts none', async () => {
    const consent = await newConsent();
    const request = { 'x-request-id': randomUUID() };
    const started = await consent.start(request);
    expect([started.status, started.json]).toMatchObject([201, { scaStatus: 'received' }]);
    expect((await consent.start(request)).json).toEqual(started.json);
    const { authorisationId } = jsonWith<Started>(started, 201);
    expect(started.headers).toMatchObject({
      location: `${consent.list}/${authorisationId}`,
      'aspsp-sca-approach': 'REDIRECT',
    });
    expect(linkIn(started)).not.toBe(consent.href);
    expect(await consent.ids()).toEqual([expect.any(String), authorisationId]);
  });

  it('give the consent by any of their links: it is valid, and the others fail', async () => {
    const consent = await newConsent();
    const { world } = consent;
    const [second, third] = [linkIn(await consent.start()), linkIn(await consent.start())];
    const back = await give(world, second);
    expect(back.searchParams.has('psu-id')).toBe(true);
    await eventually('it is valid', async () => (await consent.status()) === 'valid');
    await become(consent, ['failed', 'finalised', 'failed']);
    for (const href of [consent.href, third]) {
      const { searchParams } = await failAt(world, href, person);
      expect([searchParams.get('code'), searchParams.get('status')]).toEqual(['CONFLICT', '409']);
    }
    expect(seen(await consent.start())).toEqual([409, 'CONFLICT']);
    expect(await states(consent)).toHaveLength(3);
  });

  it('give the consent once when two people approve at the same moment', async () => {
    const consent = await newConsent();
    const second = linkIn(await consent.start());
    const ways = await Promise.allSettled([
      give(consent.world, consent.href, person),
      give(consent.world, second, other),
    ]);
    const given = ways.filter((way) => way.status === 'fulfilled' && isSuccess(way.value));
    expect(given).toHaveLength(1);
    await eventually('it is valid', async () => (await consent.status()) === 'valid');
    await eventually('one is finalised', async () => {
      return (await states(consent)).toSorted().join() === 'failed,finalised';
    });
  });

  it('fail with the deletion of the consent, and none can be started after it', async () => {
    const consent = await newConsent();
    const second = linkIn(await consent.start());
    expect((await consent.call('DELETE', consent.path)).status).toBe(204);
    expect(await consent.status()).toBe('terminatedByTpp');
    await become(consent, ['failed', 'failed']);
    const { searchParams } = await failAt(consent.world, second, person);
    expect(searchParams.get('code')).toBe('CONFLICT');
    expect(seen(await consent.start())).toEqual([409, 'CONFLICT']);
  });

  it('leave the consent open when one fails: another gives it', async () => {
    const consent = await newConsent();
    await fail(consent);
    expect([await consent.status(), ...(await states(consent))]).toEqual(['received', 'failed']);
    await give(consent.world, linkIn(await consent.start()));
    await eventually('it is valid', async () => (await consent.status()) === 'valid');
  });

  it('need not be open for the deletion of the consent', async () => {
    const consent = await newConsent();
    await fail(consent);
    expect((await consent.call('DELETE', consent.path)).status).toBe(204);
    expect(await consent.status()).toBe('terminatedByTpp');
    expect(seen(await consent.start())).toEqual([409, 'CONFLICT']);
  });

  it('end with the refusal of the PSU at one of them: the consent is rejected', async () => {
    const consent = await newConsent();
    await refuseAt(consent.world, linkIn(await consent.start()), person);
    expect(await consent.status()).toBe('rejected');
    await become(consent, ['failed', 'failed']);
    expect(seen(await consent.start())).toEqual([409, 'CONFLICT']);
  });

  it('can be started and read under the former path', async () => {
    const consent = await newConsent();
    const former = `/v1/consents/${consent.consentId}/authorisations`;
    const { authorisationId } = jsonWith<Started>(await consent.call('POST', former), 201);
    const listed = await consent.call('GET', former);
    const tppMessages = [
      {
        category: 'WARNING',
        code: 'FORMAT_ERROR',
        text: 'The path /v1/consents is deprecated; use /v1/bank-offered-consents.',
      },
    ];
    expect(listed.json).toEqual({ authorisationIds: await consent.ids(), tppMessages });
    expect(await consent.ids()).toContain(authorisationId);
    // The links lead to the path that stays.
    const scaStatus = { href: `${consent.list}/${authorisationId}`, verbs: ['GET'] };
    expect((await consent.call('GET', `${former}/${authorisationId}`)).json).toEqual({
      scaStatus: 'received',
      _links: { scaStatus, status: { href: `${consent.path}/status`, verbs: ['GET'] } },
      tppMessages,
    });
  });

  it('are unknown to another TPP, to another consent and to a TPP without PSP_AI', async () => {
    const [consent, next] = [await newConsent(), await newConsent()];
    const [id = ''] = await consent.ids();
    const [foreign = ''] = await next.ids();
    const unknown = [404, 'RESOURCE_UNKNOWN'];
    expect(seen(await next.call('POST', consent.list))).toEqual(unknown);
    expect(seen(await next.call('GET', consent.list))).toEqual(unknown);
    expect(seen(await next.call('GET', `${consent.list}/${id}`))).toEqual(unknown);
    expect(seen(await consent.call('GET', `${consent.list}/${foreign}`))).toEqual(unknown);
    const beside = jsonWith<{ consentId: string }>(await consent.call('POST', consents), 201);
    const path = `${consents}/${beside.consentId}/authorisations/${id}`;
    expect(seen(await consent.call('GET', path))).toEqual(unknown);
    const pisp = await test.newTpp('PSDNO-FSA-839000001', ['PSP_PI']);
    const denied = await pisp.call({ method: 'POST', path: consent.list });
    expect(seen(denied)).toEqual([403, 'FORBIDDEN']);
  });
});

/** Three wrong codes fail the authorisation of the first link. */
async function fail({ href, world }: Consent): Promise<void> {
  const browser = world.newBrowser();
  const { customerNumber } = person;
  const logIn = pageOf(await browser.open(href));
  const inside = await browser.submit(logIn, { withField: 'customerNumber' }, { customerNumber });
  const boxes = pickedOn(pageOf(inside), 'account', [person.accounts[0]?.bban ?? '']);
  let place = await browser.submit(pageOf(inside), { to: '/accounts' }, boxes);
  for (const by of [1, 2, 3]) {
    const page = pageOf(place);
    const right = page.html.querySelector('#sandbox-code')?.textContent.trim() ?? '';
    const code = String((Number(right) + by) % 1_000_000).padStart(6, '0');
    place = await browser.submit(page, { withField: 'code' }, { code });
  }
  expect(departureOf(place).searchParams.get('code')).toBe('SCA_INVALID');
}

function isSuccess(back: URL): boolean {
  return back.searchParams.has('psu-id');
}

describe('the id of a consent (rulings on consents)', () => {
  const get = ({ tpp }: World, path = '/v1/accounts', headers: TppCall['headers'] = {}) =>
    tpp.call({ method: 'GET', path, headers });
  const ask = ({ tpp }: World) => tpp.call({ method: 'POST', path: consents });
  const grant = async (world: World, href: string) => actAs(world.tpp, await give(world, href));
  const list = (world: World, headers: TppCall['headers'] = {}) => get(world, consents, headers);
  const end = ({ tpp }: World, id: string, headers: TppCall['headers'] = {}) =>
    tpp.call({ method: 'DELETE', path: `${consents}/${id}`, headers });
  const idOf = (answer: TppAnswer) => (answer.json as { consentId: string }).consentId;
  const linksOf = (id: string) => ({
    self: { href: `${consents}/${id}` },
    status: { href: `${consents}/${id}/status` },
  });
  const idsIn = (answer: TppAnswer) =>
    jsonWith<{ consents: readonly { consentId: string }[] }>(answer, 200).consents.map(
      (one) => one.consentId,
    );
  /** A consent that the PSU gives at the link of a 401. */
  const given = async (world: World) => {
    const asked = await ask(world);
    await grant(world, scaRedirectOf(jsonWith(asked, 201)));
    return idOf(asked);
  };

  it.each(['/v1/accounts', '/v1/card-accounts', '/v1/agreements'])(
    'is in the 401 of %s, and names the consent that the PSU gives there',
    async (path) => {
      const world = await newWorld();
      const refused = await get(world, path);
      const id = idOf(refused);
      expect([refused.status, refused.json]).toMatchObject([401, { _links: linksOf(id) }]);
      expect((await get(world, `${consents}/${id}/status`)).json).toEqual({
        consentStatus: 'received',
      });
      const repeatOf = { 'x-request-id': refused.headers['x-request-id'] as string };
      expect((await get(world, path, repeatOf)).json).toEqual(refused.json);
      await grant(world, scaRedirectOf(refused.json as object));
      expect((await get(world, `${consents}/${id}`)).json).toMatchObject({
        consentStatus: 'valid',
        _links: linksOf(id),
      });
    },
  );

  it('is listed while it is in force, whatever the session, and named by /v1/user', async () => {
    const world = await newWorld();
    const id = await given(world);
    const listed = await list(world, { 'tpp-session-id': 'another' });
    expect(listed.json).toEqual({
      consents: [
        {
          consentId: id,
          consentStatus: 'valid',
          validUntil: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as unknown,
          lastActionDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as unknown,
          _links: {
            self: { href: `${consents}/${id}`, verbs: ['GET', 'DELETE'] },
            status: { href: `${consents}/${id}/status`, verbs: ['GET'] },
          },
        },
      ],
    });
    expect((await get(world, '/v1/user')).json).toMatchObject({ consentId: id });
    await end(world, id);
    expect(idsIn(await list(world))).toEqual([]);
    expect((await get(world, '/v1/user')).json).not.toHaveProperty('consentId');
  });

  it('is listed with the PSU-ID alone, and an unknown PSU-ID gets a scaRedirect link', async () => {
    const world = await newWorld();
    const id = await given(world);
    const alone = { 'tpp-session-id': undefined };
    const listed = await list(world, alone);
    expect([listed.status, idsIn(listed)]).toEqual([200, [id]]);
    const strange = await list(world, { ...alone, 'psu-id': randomUUID() });
    expect(seen(strange)).toEqual([401, 'CONSENT_UNKNOWN']);
    expect(scaRedirectOf(strange.json as object)).toMatch(/^https?:\/\//);
  });

  it('is listed for a PSU-ID of this TPP only', async () => {
    const world = await newWorld();
    expect(seen(await list(world))).toEqual([400, 'HTTP_HEADER_REQUIRED']);
    await given(world);
    const strange = await list(world, { 'psu-id': randomUUID() });
    expect(seen(strange)).toEqual([401, 'CONSENT_UNKNOWN']);
    const id = idOf(strange);
    await grant(world, scaRedirectOf(strange.json as object));
    expect(idsIn(await list(world))).toEqual([id]);
  });

  it('of a replaced consent does not end the access: CONFLICT names the one in force', async () => {
    const world = await newWorld();
    const first = await given(world);
    const second = await given(world);
    const conflict = await end(world, first);
    expect(seen(conflict)).toEqual([409, 'CONFLICT']);
    expect(conflict.json).toMatchObject({
      consentId: second,
      tppMessages: [{ text: expect.stringContaining(second) as string }],
      _links: linksOf(second),
    });
    expect((await get(world)).status).toBe(200);
    const once = { 'x-request-id': randomUUID() };
    expect((await end(world, second, once)).status).toBe(204);
    expect(seen(await get(world))).toEqual([401, 'CONSENT_INVALID']);
    expect((await end(world, first)).status).toBe(204);
    const third = await given(world);
    expect((await end(world, second, once)).status).toBe(204);
    expect(idsIn(await list(world))).toEqual([third]);
  });
});
