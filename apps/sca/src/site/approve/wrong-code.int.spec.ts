import { GetAuthorisation } from '@nordgate/contracts/queries';
import { anInitiator } from '../../testing/an-authorisation.js';
import { fieldsOf, goToApproval, sentBack, setUp, wrongCode } from '../../testing/psu-steps.js';
import { codeOn, hidden } from '../../testing/test-browser.js';
import { startTestSca } from '../../testing/test-sca.int.js';
import type { TestSca } from '../../testing/test-sca.int.js';

const { tpp } = anInitiator();

let sca: TestSca;
beforeAll(async () => {
  sca = await startTestSca();
});
beforeEach(() => setUp(sca));
afterAll(() => sca.stop());

async function scaStatus(id: string): Promise<string | undefined> {
  return (await sca.queries.ask(new GetAuthorisation(tpp, id)))?.scaStatus;
}

const statusOf = (paymentId: string) => sca.bank.payments.get(paymentId)?.transactionStatus;

describe('a wrong code', () => {
  it('is counted, and the third ends the authorisation (5.12) without changing the payment', async () => {
    const { id, browser, fields } = await goToApproval(sca, await sca.open());
    const send = (by: number) =>
      browser.post(`/sign/${id}/approve`, { ...fields, code: wrongCode(fields.code, by) });
    for (const left of ['2', '1']) {
      const answer = await send(Number(left));
      const page = await browser.get(answer.location);
      expect(page.text).toContain(`That code is wrong. You have ${left} attempt`);
    }
    expect(sentBack(await send(3))).toEqual({
      state: '1',
      system: 'sca',
      status: '400',
      code: 'SCA_INVALID',
      message: 'The approval failed too many times',
    });
    expect(statusOf('pay-1')).toBe('RCVD');
    const late = sentBack(await browser.post(`/sign/${id}/approve`, fields));
    expect(late).toMatchObject({ code: 'SCA_INVALID' });
    expect(statusOf('pay-1')).toBe('RCVD');
  });

  it('is counted once after a double click', async () => {
    const { id, browser, fields } = await goToApproval(sca, await sca.open());
    const wrong = { ...fields, code: wrongCode(fields.code) };
    const send = () => browser.post(`/sign/${id}/approve`, wrong);
    await Promise.all([send(), send(), send(), send()]);
    expect(await scaStatus(id)).toBe('scaMethodSelected');
  });

  it('is counted again from a new page', async () => {
    const { id, browser, page, fields } = await goToApproval(sca, await sca.open());
    const code = wrongCode(fields.code);
    let place = page;
    for (const left of ['2', '1']) {
      const sent = { ...fields, code, page: hidden(place.text, 'page') };
      const { location } = await browser.post(`/sign/${id}/approve`, sent);
      place = await browser.get(location);
      expect(place.text).toContain(`You have ${left} attempt`);
    }
    const sent = { ...fields, code, page: hidden(place.text, 'page') };
    const last = await browser.post(`/sign/${id}/approve`, sent);
    expect(sentBack(last)).toMatchObject({ code: 'SCA_INVALID' });
  });

  it('is counted again from one of two pages that were open before it', async () => {
    const { id, browser, page, fields } = await goToApproval(sca, await sca.open());
    const code = wrongCode(fields.code);
    const pages = [page, await browser.get(`/sign/${id}`), await browser.get(`/sign/${id}`)];
    for (const one of pages) {
      const sent = { ...fields, code, page: hidden(one.text, 'page') };
      await browser.post(`/sign/${id}/approve`, sent);
    }
    expect(await scaStatus(id)).toBe('failed');
  });

  it('is counted again for other content, even with the field of an earlier page', async () => {
    const resource = { kind: 'access', asks: 'accounts' } as const;
    const { id, browser, page } = await goToApproval(sca, await sca.open({ resource }));
    const csrf = hidden(page.text, 'csrf');
    const choices = ['account=acc-1', 'account=acc-2', 'account=acc-1&account=acc-2'];
    const choose = async (choice: string) => {
      const body = new URLSearchParams(`csrf=${csrf}&context=PRIVATE&${choice}`);
      const { location } = await browser.send(`/sign/${id}/accounts`, { method: 'POST', body });
      return browser.get(location);
    };
    const pages = [];
    for (const choice of choices) pages.push(await choose(choice));
    const right = new Set(pages.map(({ text }) => codeOn(text)));
    const code = ['000000', '000001', '000002', '000003'].find((one) => !right.has(one)) ?? '';
    for (const choice of choices) {
      const chosen = await choose(choice);
      const shown = hidden(chosen.text, 'shown');
      const sent = { ...fieldsOf(chosen), context: '', shown, code, page: 'of-the-first' };
      await browser.post(`/sign/${id}/approve`, sent);
    }
    expect(await scaStatus(id)).toBe('failed');
  });

  it('cannot be sent many at a time: after three, the right code is rejected', async () => {
    const { id, browser, fields } = await goToApproval(sca, await sca.open());
    const wrong = Array.from({ length: 12 }, (_, i) => wrongCode(fields.code, i + 1));
    await Promise.all(
      wrong.map((code) => browser.post(`/sign/${id}/approve`, { ...fields, code })),
    );
    expect(await scaStatus(id)).toBe('failed');
    await browser.post(`/sign/${id}/approve`, fields);
    expect(statusOf('pay-1')).toBe('RCVD');
  });
});
