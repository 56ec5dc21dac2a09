import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'docs', 'bruno');

interface Generator {
  readonly brunoCollection: (document: object) => Readonly<Record<string, string>>;
}

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
}

describe('the Bruno collection in docs/bruno', () => {
  const document = JSON.parse(
    readFileSync(join(root, 'docs/reference/openapi.json'), 'utf8'),
  ) as Described;
  const kept = Object.fromEntries(
    globSync('**/*.{bru,json}', { cwd: folder }).map((file) => [
      file,
      readFileSync(join(folder, file), 'utf8'),
    ]),
  );

  it('is made from the description (npm run describe writes it)', async () => {
    const generator = join(root, 'tools/bruno/collection.mjs');
    const { brunoCollection } = (await import(generator)) as Generator;
    expect(kept).toEqual(brunoCollection(document));
  });

  it('has one request for each operation, and a day as its distance from today', () => {
    const operations = Object.values(document.paths).flatMap((methods) => Object.keys(methods));
    const requests = Object.entries(kept)
      .filter(([file, text]) => text.includes('type: http') && !file.startsWith('Journey/'))
      .map(([, text]) => text);
    expect(requests).toHaveLength(operations.length);
    expect(requests.filter((text) => /\d{4}-\d\d-\d\d/.test(text))).toEqual([]);
    expect(requests.some((text) => text.includes('<today+73>'))).toBe(true);
  });

  it('has no literal session or PSU: both come from the way back of the PSU', () => {
    const lines = Object.values(kept).flatMap((text) => text.split('\n'));
    const named = lines.filter((line) => /^ {2}(?:TPP-Session-ID|PSU-ID): /.test(line));
    expect(new Set(named.map((line) => line.trim()))).toEqual(
      new Set(['TPP-Session-ID: {{tpp-session-id}}', 'PSU-ID: {{psu-id}}']),
    );
  });

  it('has a journey that asserts the approval of its payment', () => {
    expect(kept['Journey/status.bru']).toContain('res.body.transactionStatus: eq ACTC');
  });
});
