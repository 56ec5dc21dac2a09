import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MAGIC_ANSWERS, MAGIC_VALUES } from '@nordgate/contracts/codes';
import { startStubbedGateway } from '../testing/stubbed-gateway.js';
import type { StubbedGateway } from '../testing/stubbed-gateway.js';
import type { OpenApi } from './open-api.js';

const root = join(import.meta.dirname, '../../../..');
const page = readFileSync(join(root, 'docs/tutorials/first-payment.md'), 'utf8');

it('the tutorial is among the files that an image is built from', () => {
  const built = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n');
  expect(built).toContain('!docs/tutorials/first-payment.md');
});

const environments = ['sandbox', 'production'] as const;

describe.each(environments)('what a newcomer finds at /docs in %s', (environment) => {
  let gateway: StubbedGateway;
  let description: string;
  beforeAll(async () => {
    gateway = await startStubbedGateway({ environment });
    const answer = await fetch(`${gateway.url}/v1/openapi.json`);
    ({ description } = ((await answer.json()) as OpenApi).info);
  });
  afterAll(() => gateway.stop());

  const isSandbox = environment === 'sandbox';

  it('begins with the tutorial where there is a sandbox, and says nothing of it elsewhere', () => {
    expect(description.startsWith('# Start here\n')).toBe(isSandbox);
    expect(description.includes('](/docs/first-payment.md)')).toBe(isSandbox);
    expect(description).toContain('Every request to a path below /v1 is signed');
  });

  it('has the test customers and the magic values of the tutorial in a sandbox only', () => {
    const rows = page.split('\n').filter((line) => /^\| `\d{9}(\d\d)?` /.test(line));
    expect(rows.length).toBeGreaterThan(MAGIC_VALUES.length + MAGIC_ANSWERS.length);
    const missing = rows.filter((row) => !description.includes(row));
    expect(missing).toEqual(isSandbox ? [] : rows);
  });

  it('links to no page that the gateway does not serve', () => {
    const targets = [...description.matchAll(/\]\(([^)]+)\)/g)].map(([, target]) => target);
    expect(targets).toEqual(isSandbox ? ['/docs/first-payment.md'] : []);
  });

  it('serves the page of the documentation as Markdown, or not at all', async () => {
    const answer = await fetch(`${gateway.url}/docs/first-payment.md`);
    const type = answer.headers.get('content-type') ?? '';
    expect([answer.status, type.split(';')[0]]).toEqual(
      isSandbox ? [200, 'text/markdown'] : [404, 'application/json'],
    );
    expect((await answer.text()) === page).toBe(isSandbox);
  });
});
