import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

interface Generator {
  readonly writeCollection: (folder: string) => void;
}

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
}

describe('the Bruno collection of npm run bruno', () => {
  const document = JSON.parse(
    readFileSync(join(root, 'docs/reference/openapi.json'), 'utf8'),
  ) as Described;
  let made: Readonly<Record<string, string>>;

  beforeAll(async () => {
    const generator = join(root, 'tools/bruno/generate.mjs');
    const { writeCollection } = (await import(generator)) as Generator;
    const folder = mkdtempSync(join(tmpdir(), 'nordgate-bruno-'));
    writeFileSync(join(folder, 'of-an-earlier-release.bru'), '');
    writeCollection(folder);
    made = Object.fromEntries(
      globSync('**/*.{bru,json}', { cwd: folder }).map((file) => [
        file,
        readFileSync(join(folder, file), 'utf8'),
      ]),
    );
    rmSync(folder, { recursive: true });
  });

  it('has its settings, and no file of an earlier release', () => {
    expect(Object.keys(made)).toEqual(
      expect.arrayContaining(['bruno.json', 'collection.bru', 'environments/sandbox.bru']),
    );
    expect(Object.keys(made)).not.toContain('of-an-earlier-release.bru');
  });

  it('has one request for each operation, and a day as its distance from today', () => {
    const operations = Object.values(document.paths).flatMap((methods) => Object.keys(methods));
    const requests = Object.entries(made)
      .filter(([file, text]) => text.includes('type: http') && !file.startsWith('Journey/'))
      .map(([, text]) => text);
    expect(requests).toHaveLength(operations.length);
    expect(requests.filter((text) => /\d{4}-\d\d-\d\d/.test(text))).toEqual([]);
    expect(requests.some((text) => text.includes('<today+73>'))).toBe(true);
  });

  it('has no literal session or PSU: both come from the way back of the PSU', () => {
    const lines = Object.values(made).flatMap((text) => text.split('\n'));
    const named = lines.filter((line) => /^ {2}(?:TPP-Session-ID|PSU-ID): /.test(line));
    expect(new Set(named.map((line) => line.trim()))).toEqual(
      new Set(['TPP-Session-ID: {{tpp-session-id}}', 'PSU-ID: {{psu-id}}']),
    );
  });

  it('has a journey that asserts the approval of its payment', () => {
    expect(made['Journey/status.bru']).toContain('res.body.transactionStatus: eq ACTC');
  });
});
