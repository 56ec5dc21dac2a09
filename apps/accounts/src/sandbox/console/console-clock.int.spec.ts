import { randomUUID } from 'node:crypto';
import { a, b, plan, TestConsole } from '../../testing/test-console.int.js';

let console: TestConsole;
beforeAll(async () => {
  console = await TestConsole.open('console-clock');
});
beforeEach(() => console.start());
afterEach(() => console.stop());
afterAll(() => console.close());

const dayMs = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString();
const read = async (path: string, cookie: string) => (await console.call(path, { cookie })).text();
const valuesOf = (page: string, name: string) =>
  [...page.matchAll(new RegExp(`name="${name}" value="([^"]+)"`, 'gu'))].map(([, one]) => one);

describe('the clock at the top of the console', () => {
  const pages = ['/', '/payments', '/baskets', '/client', '/customers', '/actions', '/channels'];

  it.each(pages)('has the time of the world and two moves on %s', async (path) => {
    console.time = { aheadMs: 400 * dayMs };
    const { cookie } = await console.visitOf(a);
    const header = (await read(path, cookie)).split('</header>')[0] ?? '';
    expect(header).toContain(`Sandbox time ${inDays(400).slice(0, 4)}-`);
    expect(valuesOf(header, 'by')).toEqual(['P1D', 'next-run']);
  });

  it('says where the clock is on its way, and offers no other move meanwhile', async () => {
    console.time = { aheadMs: 5 * dayMs, move: { from: inDays(0), to: inDays(10) } };
    const { cookie } = await console.visitOf(a);
    const header = (await read('/payments', cookie)).split('</header>')[0] ?? '';
    expect(header).toMatch(/on the way to \d{4}-\d\d-\d\d \d\d:\d\d: 50 %/u);
    expect(valuesOf(header, 'by')).toEqual([]);
  });

  it.each(['/', '/clock'])('is missing on %s before the world begins', async (path) => {
    console.generation = undefined;
    const { cookie } = await console.visitOf(a);
    const page = await read(path, cookie);
    expect(page).not.toContain('Sandbox time');
    expect(page).not.toContain('action="/clock"');
    expect(page.includes('begins with the first request')).toBe(path === '/clock');
    expect(console.timelines).toEqual([]);
  });
});

describe('the page of the clock', () => {
  const post = async (form: Readonly<Record<string, string>>) => {
    const { cookie, token } = await console.visitOf(a);
    return console.call('/clock', { cookie, form: { token, ...form } });
  };

  it('offers steps, the next run, the next run with something to execute, and the end of each consent', async () => {
    const { cookie } = await console.visitOf(a);
    const page = (await read('/clock', cookie)).split('</header>')[1] ?? '';
    expect(valuesOf(page, 'by')).toEqual(['PT1H', 'P1D', 'P1M', 'P180D']);
    expect(valuesOf(page, 'until')).toEqual([plan.runs.slot, plan.runs.due]);
    expect(page).toContain(`<option value="${plan.consents[0].at}">A`);
    expect(page).not.toContain(plan.consents[0].of.id);
  });

  it.each([
    ['a step', { by: 'P180D' }, '{"advance":"P180D"}'],
    ['the next run', { by: 'next-run' }, 'next-run'],
    ['a time', { until: plan.runs.due }, `{"now":"${plan.runs.due}"}`],
  ])(
    'moves the clock by %s, and goes on with a page that renews itself',
    async (_what, form, wish) => {
      const answer = await post({ ...form, tpp: b });
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/clock?live=1']);
      expect(console.wishes).toMatchObject([{ tpp: a, wish }]);
    },
  );

  it('sends the same X-Request-ID for a form that is sent again', async () => {
    const request = randomUUID();
    await post({ by: 'P1D', request });
    await post({ by: 'P1D', request });
    await post({ by: 'P1D', request: 'forged' });
    const [one, other, forged] = console.wishes.map(({ requestId }) => requestId);
    expect([one, other]).toEqual([request, request]);
    expect(forged).toMatch(/^[0-9a-f-]{36}$/u);
  });

  it.each(['P3Y', '', '-P1D', '__proto__', 'constructor', 'toString'])(
    'asks nothing for a move that it does not offer: %j',
    async (by) => {
      expect((await post({ by, until: by })).status).toBe(303);
      expect(console.wishes).toEqual([]);
    },
  );

  it('says why the clock was not moved, in place of a move', async () => {
    console.clockOutcome = { is: 'refused', why: ['The clock <moves> already.'] };
    const answer = await post({ by: 'P1D' });
    const page = await answer.text();
    expect(answer.status).toBe(400);
    expect(page).toContain('role="alert">The clock &lt;moves&gt; already.');
  });

  it('has the progress of a move and no form, and renews itself for a visitor who wants that until it is over', async () => {
    console.time = { aheadMs: 5 * dayMs, move: { from: inDays(0), to: inDays(20) } };
    console.moves = [{ from: inDays(0), to: inDays(20) }];
    const { cookie } = await console.visitOf(a);
    const still = await console.call('/clock', { cookie });
    const page = await still.text();
    expect(still.headers.get('refresh')).toBeNull();
    expect(page).toContain('Progress: 25 %');
    expect(page).toContain('Nothing was due so far.');
    expect(page).not.toMatch(/<button[^>]*name="(by|until)"/u);
    expect((await console.call('/clock?live=1', { cookie })).headers.get('refresh')).toBe('5');
    console.time = { aheadMs: 20 * dayMs };
    expect((await console.call('/clock?live=1', { cookie })).headers.get('refresh')).toBeNull();
  });

  it('answers 503 and moves nothing while no gateway answers', async () => {
    const { cookie, token } = await console.visitOf(a);
    console.isGatewayDown = true;
    expect((await console.call('/clock', { cookie })).status).toBe(503);
    const answer = await console.call('/clock', { cookie, form: { token, by: 'P1D' } });
    expect([answer.status, console.wishes]).toEqual([503, []]);
  });

  it('moves nothing without the token of the visit', async () => {
    const { cookie } = await console.visitOf(a);
    const answer = await console.call('/clock', { cookie, form: { by: 'P1D' } });
    expect([answer.status, console.wishes]).toEqual([403, []]);
  });
});

describe('the timeline of the clock', () => {
  const payment = { service: 'payments', id: '8d4a43bd-8c0a-5a5c-8f5f-1f4b6c3d2e1f.7' } as const;

  it('says that the clock was never moved', async () => {
    const { cookie } = await console.visitOf(a);
    expect(await read('/clock', cookie)).toContain('The clock was not moved');
    expect(console.timelines).toEqual([]);
  });

  it('shows what happened from the begin of the last move until now, with links to what it is about', async () => {
    console.time = { aheadMs: 30 * dayMs };
    console.moves = [{ from: inDays(1), to: inDays(30) }];
    console.moments = [
      { what: 'run', at: inDays(2), runId: '2030-01-01-1330.7', due: 2, executed: 1 },
      { what: 'rejection', at: inDays(3), payment, reason: 'not-approved-in-time' },
    ];
    const { cookie } = await console.visitOf(a);
    const page = await read('/clock', cookie);
    expect(page).toContain('Run 2030-01-01-1330: 2 due, 1 executed');
    expect(page).toContain('Rejected: not approved in time');
    expect(page).toMatch(/href="\/payments\/A[^"]+">payment A/u);
    expect(page).not.toContain(payment.id);
    const [asked] = console.timelines;
    expect(asked).toMatchObject({ tpp: a, from: console.moves[0]?.from });
    expect(Date.parse(asked?.to ?? '') - Date.now() - 30 * dayMs).toBeLessThan(60_000);
  });

  it('ends at the next move for a move that was chosen, and is of the last move for an unknown one', async () => {
    console.time = { aheadMs: 30 * dayMs };
    console.moves = [
      { from: inDays(1), to: inDays(5) },
      { from: inDays(6), to: inDays(30) },
    ];
    const { cookie } = await console.visitOf(a);
    const [first, last] = console.moves.map(({ from }) => from);
    const page = await read(`/clock?from=${first ?? ''}`, cookie);
    expect(page).toContain('Nothing was due.');
    expect(page).toContain(`href="/clock?from=${last ?? ''}"`);
    await read('/clock?from=unknown', cookie);
    expect(console.timelines.map(({ from }) => from)).toEqual([first, last]);
    expect(console.timelines[0]?.to).toBe(last);
  });

  it('says that there was more than it shows', async () => {
    console.moves = [{ from: inDays(-1), to: inDays(0) }];
    console.moments = [{ what: 'session', at: inDays(0) }];
    const { cookie } = await console.visitOf(a);
    expect(await read('/clock', cookie)).not.toContain('There was more');
    console.isCut = true;
    expect(await read('/clock', cookie)).toContain('There was more: the page shows the first 1.');
  });
});
