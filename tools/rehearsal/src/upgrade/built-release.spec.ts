import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtRelease, programOf } from './built-release.js';

const options = { say: () => undefined, endings: [] };

describe('the release of --from', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'nordgate-built-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('is refused when the folder is not built', async () => {
    writeFileSync(join(folder, 'package.json'), '{}');
    await expect(builtRelease(folder, options)).rejects.toThrow('is not built: run npm ci');
  });

  it('is the folder when it is built, and stays after the rehearsal', async () => {
    mkdirSync(join(folder, 'apps/gateway/dist'), { recursive: true });
    for (const file of ['package.json', 'apps/gateway/dist/main.js'])
      writeFileSync(join(folder, file), '');
    await expect(builtRelease(folder, options)).resolves.toBe(folder);
    expect(options.endings).toEqual([]);
  });

  it('is refused when it is neither a commit nor a folder', async () => {
    await expect(builtRelease('no-such-release', options)).rejects.toThrow(
      '--from=no-such-release is neither a commit nor a folder',
    );
  });

  it('has the program of an app where a build of npm has it', () => {
    expect(programOf('/old', 'sca')).toBe('/old/apps/sca/dist/main.js');
  });
});
