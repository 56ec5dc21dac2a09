import { a, b, TestConsole } from '../../testing/test-console.int.js';

let console: TestConsole;
beforeAll(async () => {
  console = await TestConsole.open('channels');
});
beforeEach(() => console.start());
afterEach(() => console.stop());
afterAll(() => console.close());

const id = 'Apaymentid';
const acts = ['change', 'cancel', 'refuse', 'revoke'];
const fields = { amount: '777.25', currency: 'NOK', day: '', reason: 'no-funds' };
const bodies: Readonly<Record<string, string>> = {
  change: '{"instructedAmount":{"amount":"777.25","currency":"NOK"}}',
  refuse: '{"reason":"no-funds"}',
};

/** Posts the form of an act in a new visit. */
async function post(act: string, form: Readonly<Record<string, string>> = {}, tpp: string = a) {
  const { cookie, token } = await console.visitOf(tpp);
  const answer = await console.call(`/channels/${act}`, {
    ...{ cookie, form: { token, id, ...fields, ...form } },
  });
  return { answer, cookie };
}

describe('the page of other channels', () => {
  it('has a form for each act, with the id of the payment that led there', async () => {
    const { cookie } = await console.visitOf(a);
    const page = await (await console.call(`/channels?id=${id}"<b>`, { cookie })).text();
    for (const act of acts) expect(page).toContain(`action="/channels/${act}"`);
    expect(page).toContain(`value="${id}&quot;&lt;b&gt;"`);
  });

  it.each(acts)(
    'lets the bank %s in the name of the TPP of the visit, and says so',
    async (act) => {
      const { answer, cookie } = await post(act, { tpp: b });
      expect([answer.status, answer.headers.get('location')]).toEqual([
        303,
        `/channels?done=${act}&id=${id}`,
      ]);
      const [sent, ...more] = console.acts;
      expect(sent).toMatchObject({ tpp: a, act, id, body: bodies[act] ?? '' });
      expect(more).toEqual([]);
      const path = answer.headers.get('location') ?? '';
      expect(await (await console.call(path, { cookie })).text()).toContain('role="status"');
    },
  );

  it('sends the day of a change, and no amount where none is entered', async () => {
    await post('change', { amount: ' ', day: '2030-03-01' });
    expect(console.acts[0]?.body).toBe('{"requestedExecutionDate":"2030-03-01"}');
  });

  it('shows why the bank has not acted', async () => {
    console.outcome = { is: 'refused', why: ['The payment is <ACSC>.'] };
    const { answer } = await post('cancel');
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('The payment is &lt;ACSC&gt;.');
  });

  it.each(['', ' ', 'x'.repeat(101)])(
    'asks no gateway about an id that is none: %j',
    async (no) => {
      const { answer } = await post('cancel', { id: no });
      expect([answer.status, console.acts]).toEqual([400, []]);
      await post('cancel', { id: 'x'.repeat(100) });
      expect(console.acts).toHaveLength(1);
    },
  );

  it('does nothing without the token of the visit, from another site, or without a visit', async () => {
    const [{ cookie, token }, other] = [await console.visitOf(a), await console.visitOf(b)];
    const statuses = [];
    for (const act of acts) {
      const path = `/channels/${act}`;
      const form = { id, ...fields };
      const stolen = { ...form, token: other.token };
      const foreign = { cookie, form: { ...form, token }, origin: 'https://evil.example' };
      statuses.push((await console.call(path, { cookie, form })).status);
      statuses.push((await console.call(path, { cookie, form: stolen })).status);
      statuses.push((await console.call(path, foreign)).status);
      statuses.push((await console.call(path, { form: { ...form, token } })).status);
    }
    expect(statuses).toEqual(acts.flatMap(() => [403, 403, 403, 401]));
    expect(console.acts).toEqual([]);
  });

  it('answers 503 while no gateway answers', async () => {
    const { cookie, token } = await console.visitOf(a);
    console.isGatewayDown = true;
    const form = { token, id };
    expect((await console.call('/channels/cancel', { cookie, form })).status).toBe(503);
  });

  it.each(['__proto__', 'constructor', 'toString'])(
    'knows no act that is called %s',
    async (name) => {
      const { cookie, token } = await console.visitOf(a);
      const posted = await console.call(`/channels/${name}`, { cookie, form: { token, id } });
      expect(posted.status).toBe(404);
      const page = await console.call(`/channels?done=${name}&id=${name}`, { cookie });
      expect(await page.text()).not.toContain('role="status"');
    },
  );
});
