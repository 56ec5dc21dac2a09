import { consoleCodeHash } from '@nordgate/contracts/rules';
import { a, approved, b, TestConsole } from '../../testing/test-console.int.js';

let console: TestConsole;
beforeAll(async () => {
  console = await TestConsole.open('console');
});
beforeEach(() => console.start());
afterEach(() => console.stop());
afterAll(() => console.close());

const call: TestConsole['call'] = (path, request) => console.call(path, request);
const newCode = (tpp: string) => console.newCode(tpp);
const visitOf: TestConsole['visitOf'] = (tpp, roles) => console.visitOf(tpp, roles);

describe('a code of the console', () => {
  it('opens one visit, whose cookie no script and no other site can use', async () => {
    const code = await newCode(a);
    const first = await call('/visit', { form: { code } });
    expect([first.status, first.headers.get('location')]).toEqual([303, '/']);
    expect(first.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Strict/);
    const second = await call('/visit', { form: { code } });
    expect([second.status, second.headers.get('set-cookie')]).toEqual([400, null]);
  });

  it('opens nothing when it has expired', async () => {
    const code = await newCode(a);
    await console.database.pool.query('update console_code set expires_at = clock_timestamp()');
    expect((await call('/visit', { form: { code } })).status).toBe(400);
  });

  it('expires when it did before a repeat of the request that made it', async () => {
    const hash = consoleCodeHash('repeated');
    const holder = { tpp: a, roles: [] };
    const [first, again] = [
      await console.visits.keep(hash, holder),
      await console.visits.keep(hash, holder),
    ];
    expect(again).toEqual(first);
  });

  it('counts against its address only when it is wrong', async () => {
    for (let n = 0; n < 9; n += 1) await call('/visit', { form: { code: 'wrong' } });
    for (let n = 0; n < 12; n += 1) expect((await visitOf(a)).cookie).toContain('nordgate-console');
    expect((await call('/visit', { form: { code: 'wrong' } })).status).toBe(400);
    expect((await call('/visit', { form: { code: 'wrong' } })).status).toBe(429);
  });

  it('does not count against its address when nobody could check it', async () => {
    const { pool } = console.database;
    await pool.query('alter table console_code rename to console_code_away');
    for (let n = 0; n < 12; n += 1) {
      expect((await call('/visit', { form: { code: 'any' } })).status).toBe(500);
    }
    await pool.query('alter table console_code_away rename to console_code');
    expect((await visitOf(a)).cookie).toContain('nordgate-console');
  });

  it('may be wrong ten times for one address, and then no right code helps', async () => {
    for (let n = 0; n < 10; n += 1) await call('/visit', { form: { code: 'wrong' } });
    const answer = await call('/visit', { form: { code: await newCode(a) } });
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([429, null]);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('a visit to the console', () => {
  it('shows the requests of its TPP, and no request of another TPP', async () => {
    const page = await (await call('/', await visitOf(a))).text();
    const shown = [...page.matchAll(/GET \/v1\/([a-z-]+)/g)].map(([, id]) => id);
    expect(shown).toEqual(['late', 'early']);
  });

  it('answers 404 for a request of another TPP', async () => {
    const [own, other] = [await visitOf(a), await visitOf(b)];
    expect((await call('/requests/late', own)).status).toBe(200);
    expect((await call('/requests/late', other)).status).toBe(404);
  });

  it('shows the spans of a request as bars, and none of another TPP with the same X-Request-ID', async () => {
    const page = await (
      await call('/requests/traced', await visitOf('PSDNO-FSA-900000003'))
    ).text();
    expect(page).toContain('span.of.traced ');
    expect(page).not.toContain('span.of.traced-b');
    expect(page).toMatch(/<rect x="0\.00" y="0" width="100\.00"/);
    expect(page).toContain('&lt;b&gt;');
    const without = await (await call('/requests/late', await visitOf(a))).text();
    expect(without).not.toContain('class="bars"');
  });

  it('shows twenty habits with what the requests of its TPP show of each', async () => {
    const page = await (await call('/client', await visitOf(a))).text();
    expect(page.match(/<th scope="row">/g)).toHaveLength(20);
    expect(page).toContain('cannot be seen');
  });

  it('has Refresh on a page with requests, only where its visitor wants that', async () => {
    const visit = await visitOf(a);
    for (const path of ['/', '/client']) {
      const [plain, live] = [await call(path, visit), await call(`${path}?live=1`, visit)];
      expect([plain.headers.get('refresh'), live.headers.get('refresh')]).toEqual([null, '5']);
      expect(await plain.text()).toContain(`href="${path}?live=1"`);
    }
    expect((await call('/actions?live=1', visit)).headers.get('refresh')).toBeNull();
  });

  it('shows the requests about one resource, and links each request to its resource', async () => {
    const visit = await visitOf('PSDNO-FSA-900000004');
    const all = await (await call('/', visit)).text();
    const links = ['/payments/AP1', '/baskets/AB1', '/?about=AC1'];
    for (const link of links) expect(all).toContain(`href="${link}"`);
    const about = await (await call('/?about=AC1', visit)).text();
    expect([...about.matchAll(/GET \/v1\/([a-z-]+)/g)].map(([, id]) => id)).toEqual(['of-consent']);
    expect(await (await call('/requests/of-payment', visit)).text()).toContain('/payments/AP1');
  });

  it('is over after its end, and after its hour', async () => {
    const [ended, old] = [await visitOf(a), await visitOf(a)];
    await call('/visit/end', { cookie: ended.cookie, form: { token: ended.token } });
    const over = await call('/actions', ended);
    expect([over.status, over.headers.get('www-authenticate')]).toEqual([401, 'Code']);
    expect((await call('/actions', old)).status).toBe(200);
    await console.database.pool.query('update console_visit set expires_at = clock_timestamp()');
    expect((await call('/actions', old)).status).toBe(401);
  });

  it('answers 503 with a page and Retry-After while the gateway does not answer', async () => {
    const visit = await visitOf(a);
    console.isGatewayDown = true;
    const answer = await call('/', visit);
    expect([answer.status, answer.headers.get('retry-after'), await answer.text()]).toEqual([
      503,
      '1',
      expect.stringContaining('does not answer'),
    ]);
  });

  it('shows the requests at one gateway and names the other, which gives no answer', async () => {
    console.isSecondDown = true;
    const own = await visitOf(a);
    const answer = await call('/', own);
    const page = await answer.text();
    expect(answer.status).toBe(200);
    expect(page).toContain('GET /v1/late');
    expect(page).toContain('No answer from gateway-2:8090.');
    const unknown = await call('/requests/unknown', own);
    expect([unknown.status, await unknown.text()]).toEqual([
      404,
      expect.stringContaining('No answer from gateway-2:8090.'),
    ]);
    console.isSecondDown = false;
    expect(await (await call('/', own)).text()).not.toContain('No answer');
  });

  it('forbids scripts, frames and foreign forms on every answer', async () => {
    for (const path of ['/', '/no-such-page', '/assets/console.css']) {
      const policy = (await call(path)).headers.get('content-security-policy');
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
    }
  });
});

/** Members that every object of JavaScript inherits. */
const inherited = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'];

describe('a name that every object has', () => {
  /** The pages that need no other service. */
  const paths = ['/', '/actions', '/certificate'];

  it.each(inherited)('is no page, request, field or choice of the console: %s', async (name) => {
    const { cookie } = await visitOf(a);
    const statuses = async (all: readonly string[]) =>
      Promise.all(all.map(async (path) => (await call(path, { cookie })).status));
    expect(await statuses([`/${name}`, `/requests/${name}`, `/assets/${name}`])).toEqual([
      ...[404, 404, 404],
    ]);
    const queried = paths.flatMap((path) => [`${path}?${name}=run`, `${path}?done=${name}`]);
    expect(new Set(await statuses(queried))).toEqual(new Set([200]));
  });

  it.each(inherited)('does nothing in a form, as a field or as a value: %s', async (name) => {
    const { cookie, token } = await visitOf(a);
    const posted = async (path: string, form: Readonly<Record<string, string>>) =>
      (await call(path, { cookie, form })).status;
    expect(await posted('/visit', { code: name })).toBe(400);
    expect(await posted('/actions/batch-run', { [name]: token })).toBe(403);
    expect(await posted('/actions/batch-run', { token: name })).toBe(403);
    expect(await posted('/actions/reset', { token, [name]: 'yes' })).toBe(303);
    expect(await posted('/actions/reset', { token, sure: name })).toBe(303);
    expect(await posted('/certificate', { token, role: name, key: '' })).toBe(400);
    expect(await posted('/certificate', { token, [name]: 'PSP_PI', key: '' })).toBe(400);
    expect(console.sent).toEqual([]);
  });
});

describe('an action of the console', () => {
  it.each([...inherited, 'unknown'])(
    'says nothing of an outcome that is called %s',
    async (word) => {
      const page = await (await call(`/actions?done=${word}`, await visitOf(a))).text();
      expect(page).not.toContain('role="status"');
      const known = await (await call('/actions?done=run', await visitOf(a))).text();
      expect(known).toContain('role="status"');
    },
  );

  it('tells batch and accounts in the name of the TPP', async () => {
    const { cookie, token } = await visitOf(a);
    await call('/actions/batch-run', { cookie, form: { token } });
    await call('/actions/reset', { cookie, form: { token, sure: 'yes' } });
    expect(
      console.sent.map(({ topic, message: { headers } }) => [topic, headers['ce_type']]),
    ).toEqual([
      ['batch.commands.v1', 'OpenRun'],
      ['accounts.commands.v1', 'InitialiseWorld'],
    ]);
    expect(JSON.parse(console.sent[0]?.message.value ?? '')).toMatchObject({ awaits: approved });
    const actors = console.sent.map(({ message }) => Object.values(message.headers).includes(a));
    expect(actors).toEqual([true, true]);
  });

  it('does nothing without the token of the visit, from another site, or without a visit', async () => {
    const { cookie, token } = await visitOf(a);
    const other = await visitOf(a);
    const [run, foreign] = ['/actions/batch-run', 'https://evil.example'];
    expect((await call(run, { cookie, form: {} })).status).toBe(403);
    expect((await call(run, { cookie, form: { token: other.token } })).status).toBe(403);
    expect((await call(run, { cookie, form: { token }, origin: foreign })).status).toBe(403);
    expect((await call(run, { form: { token } })).status).toBe(401);
    expect(console.sent).toEqual([]);
  });

  it('resets nothing that the developer has not confirmed', async () => {
    const { cookie, token } = await visitOf(a);
    await call('/actions/reset', { cookie, form: { token } });
    expect(console.sent).toEqual([]);
  });
});

describe('the console of a TPP', () => {
  const pages = ['/customers', '/payments', '/baskets'];
  /** Opens the pages of the world and runs the batch. */
  const useWorld = async () => {
    const { cookie, token } = await visitOf(a);
    for (const page of pages) expect((await call(page, { cookie })).status).toBe(200);
    const run = await call('/actions/batch-run', { cookie, form: { token } });
    return (await call(run.headers.get('location') ?? '', { cookie })).text();
  };

  it('shows nothing and opens no run before the first request of the TPP', async () => {
    console.generation = undefined;
    expect(await useWorld()).toContain('begins with the first request');
    expect(console.asked).toEqual([]);
    expect(console.sent).toEqual([]);
  });

  it.each([
    ['its world', 7, 'schedule-sandbox.7'],
    ['the world that all TPPs of a core share', 0, 'schedule-sandbox'],
  ])('shows %s, and opens a run in it', async (_what, generation, schedule) => {
    console.generation = generation;
    expect(await useWorld()).toContain('The run was started');
    expect(console.asked.map((query) => (query as { generation: number }).generation)).toEqual(
      [...pages, 'run'].map(() => generation),
    );
    expect(console.sent.map(({ message: { key } }) => key)).toEqual([schedule]);
  });
});
