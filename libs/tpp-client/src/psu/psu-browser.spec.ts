import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pageOf, PsuBrowser } from './psu-browser.js';

/** A site that answers with these statuses in turn, and how often it was asked. */
async function siteWith(statuses: readonly number[], headers: Readonly<Record<string, string>>) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const parts: string[] = [];
    request.setEncoding('utf8').on('data', (part: string) => parts.push(part));
    request.on('end', () => {
      asked.push([request.method, ...parts].join(' '));
      response.writeHead(statuses[asked.length - 1] ?? 500, headers);
      response.end('<form method="post" action="/"><input name="code"></form>');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return { asked, url, close: () => new Promise((resolve) => server.close(resolve)) };
}

describe("a PSU's browser at a site that is not available", () => {
  it('loads the page again after its Retry-After', async () => {
    const site = await siteWith([503, 503, 200], { 'retry-after': '0' });
    expect(pageOf(await new PsuBrowser(site.url).open(site.url)).status).toBe(200);
    expect(site.asked).toEqual(['GET', 'GET', 'GET']);
    await site.close();
  });

  it.each([
    ['without a Retry-After', {}],
    ['that would be available too late', { 'retry-after': '121' }],
  ])('shows a page %s', async (_which, headers: Readonly<Record<string, string>>) => {
    const site = await siteWith([503, 200], headers);
    expect(pageOf(await new PsuBrowser(site.url).open(site.url)).status).toBe(503);
    expect(site.asked).toEqual(['GET']);
    await site.close();
  });

  it('sends a form again after its Retry-After', async () => {
    const site = await siteWith([200, 503, 200], { 'retry-after': '0' });
    const browser = new PsuBrowser(site.url);
    const page = pageOf(await browser.open(site.url));
    const fields = { code: '123456' };
    expect(pageOf(await browser.submit(page, { withField: 'code' }, fields)).status).toBe(200);
    expect(site.asked).toEqual(['GET', 'POST code=123456', 'POST code=123456']);
    await site.close();
  });
});
