import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { a, b, TestConsole } from '../../testing/test-console.int.js';

let console: TestConsole;
beforeAll(async () => {
  console = await TestConsole.open('console-ended');
});
beforeEach(() => console.start());
afterEach(() => console.stop());
afterAll(() => console.close());

const call: TestConsole['call'] = (path, request) => console.call(path, request);
const newCode = (tpp: string) => console.newCode(tpp);
const visitOf: TestConsole['visitOf'] = (tpp, roles) => console.visitOf(tpp, roles);

const ofBoth = ['payments', 'baskets'];
const acts = ['change', 'cancel', 'refuse', 'revoke'];

/** The routes of the console, as its sources declare them. */
function routes(): readonly string[] {
  const text = globSync('*.routes.ts', { cwd: import.meta.dirname })
    .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
    .join('');
  const declared = [...text.matchAll(/server\.(get|post)\(\s*['`]([^'`]+)['`]/gu)];
  // Payments and baskets have the same pages, and the acts of the bank the same form.
  const kinds = (path: string) => {
    if (path.includes('${kind}')) return ofBoth.map((kind) => path.replace('${kind}', kind));
    return path.includes('${act}') ? acts.map((act) => path.replace('${act}', act)) : [path];
  };
  return declared
    .flatMap(([, method = '', path = '']) => kinds(path).map((one) => `${method} ${one}`))
    .sort();
}

/** The code has a separate case, and the end of a visit gives nothing. */
const otherRoutes = ['post /visit', 'post /visit/end'];

describe('a TPP that may no longer act', () => {
  const refused = { is: 'refused', why: 'The bank has stopped this TPP.' } as const;
  const stopEvent = (version: number) =>
    console.database.pool.query(
      `insert into es.stream (stream_id, stream_type, version, last_tx, state_version, state)
       values ($1, 'tpp-stop', $2, pg_current_xact_id(), 1, '{}')
       on conflict (stream_id) do update set version = excluded.version`,
      [`tpp-stop-${a}`, version],
    );

  it('sees no page, sends no form and gets no certificate, and reads why', async () => {
    const { cookie, token } = await visitOf(a);
    const sends: readonly (readonly [path: string, form?: Readonly<Record<string, string>>])[] = [
      ...['/', '/requests/late', '/customers', '/client', '/actions', '/clock', '/channels'].map(
        (path) => [path] as const,
      ),
      ...['/payments', '/payments/late', '/baskets', '/baskets/late'].map(
        (path) => [path] as const,
      ),
      ['/certificate', undefined],
      ['/certificate', { token, role: 'PSP_PI' }],
      ['/actions/batch-run', { token }],
      ['/clock', { token, by: 'P1D' }],
      ...acts.map((act) => [`/channels/${act}`, { token, id: 'Aid' }] as const),
      ['/actions/reset', { token, sure: 'yes' }],
    ];
    const tried = sends.map(
      ([path, form]) => `${form ? 'post' : 'get'} ${path.replace('/late', '/:id')}`,
    );
    expect([...tried, ...otherRoutes].sort()).toEqual(routes());
    for (const [path, form] of sends) {
      const visit = await visitOf(a);
      console.admissions.set(a, refused);
      const answer = await call(path, {
        ...visit,
        ...(form && { form: { ...form, token: visit.token } }),
      });
      const page = await answer.text();
      expect([path, answer.status, page.includes(refused.why)]).toEqual([path, 403, true]);
      expect(page).not.toMatch(/GET \/v1|BEGIN CERTIFICATE/);
      console.admissions.clear();
    }
    expect([console.sent, console.acts, console.wishes]).toEqual([[], [], []]);
    expect((await call('/', { cookie })).status).toBe(200);
  });

  it('loses all its visits and codes with the first page that is refused, and no other TPP does', async () => {
    const [first, second, other] = [await visitOf(a), await visitOf(a), await visitOf(b)];
    const code = await newCode(a);
    console.admissions.set(a, refused);
    expect((await call('/actions', first)).status).toBe(403);
    console.admissions.clear();
    for (const one of [first, second]) expect((await call('/actions', one)).status).toBe(401);
    expect((await call('/visit', { form: { code } })).status).toBe(400);
    expect((await call('/actions', other)).status).toBe(200);
  });

  it('opens no visit by a code of before', async () => {
    const code = await newCode(a);
    console.admissions.set(a, refused);
    const answer = await call('/visit', { form: { code } });
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([403, null]);
    console.admissions.clear();
    expect((await call('/visit', { form: { code } })).status).toBe(400);
  });

  it('does not come back by a code or visit of before its stop, also when nobody looked before its release', async () => {
    const [visit, code] = [await visitOf(b), await newCode(b)];
    const [own, ownCode] = [await visitOf(a), await newCode(a)];
    await stopEvent(2);
    expect((await call('/actions', own)).status).toBe(401);
    expect((await call('/visit', { form: { code: ownCode } })).status).toBe(400);
    expect((await call('/actions', await visitOf(a))).status).toBe(200);
    expect((await call('/actions', visit)).status).toBe(200);
    expect((await call('/visit', { form: { code } })).status).toBe(303);
  });
});
