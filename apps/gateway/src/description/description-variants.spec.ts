import { startStubbedGateway } from '../testing/stubbed-gateway.js';
import type { StubbedGateway } from '../testing/stubbed-gateway.js';
import type { OpenApi } from './open-api.js';

describe('GET /v1/openapi.json with the query parameter headers', () => {
  let gateway: StubbedGateway;
  beforeAll(async () => void (gateway = await startStubbedGateway()));
  afterAll(() => gateway.stop());

  const get = (query: string, headers: Record<string, string> = {}) =>
    fetch(`${gateway.url}/v1/openapi.json${query}`, { headers });

  it('answers all headers by default, and fewer for minimal', async () => {
    const [plain, all, minimal] = await Promise.all(
      ['', '?headers=all', '?headers=minimal'].map(async (query) => (await get(query)).text()),
    );
    expect(all).toBe(plain);
    expect(plain).toContain('PSU-Geo-Location');
    const { components } = JSON.parse(minimal ?? '') as OpenApi;
    expect(Object.keys(components.parameters)).not.toContain('PSU-Geo-Location');
  });

  it('has a separate ETag for each variant', async () => {
    const tagOf = async (query: string) => (await get(query)).headers.get('etag') ?? '';
    const [plain, minimal] = [await tagOf(''), await tagOf('?headers=minimal')];
    expect(minimal).not.toBe(plain);
    expect((await get('?headers=minimal', { 'if-none-match': minimal })).status).toBe(304);
    expect((await get('?headers=minimal', { 'if-none-match': plain })).status).toBe(200);
  });

  it.each([
    ['?headers=some', 'headers'],
    ['?headers=', 'headers'],
    ['?headers=minimal&headers=all', 'headers'],
    ['?header=minimal', 'header'],
  ])('refuses %s with FORMAT_ERROR', async (query, path) => {
    const answer = await get(query);
    const body = (await answer.json()) as { tppMessages: readonly object[] };
    expect([answer.status, body.tppMessages]).toEqual([
      400,
      [expect.objectContaining({ code: 'FORMAT_ERROR', path })],
    ]);
  });
});
