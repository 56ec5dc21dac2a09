import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { KnownPsu } from '../../tpp-client.js';
import { UsageError } from '../terminal.js';

/** The content of a state file: the PSU of each TPP at each bank. */
interface StoredState {
  readonly psus: Readonly<Record<string, KnownPsu>>;
}

/** The place of the state file by the XDG Base Directory Specification. */
export function stateFilePath({ XDG_STATE_HOME: folder = '' } = process.env): string {
  const base = folder === '' ? join(homedir(), '.local', 'state') : folder;
  return join(base, 'nordgate-tpp', 'state.json');
}

/** The ids of a PSU between two runs. They open accounts, so only the owner may read the file. */
export class StateFile {
  /** @param key the bank and the TPP: a PSU-ID is that of one TPP at one bank */
  constructor(
    private readonly path: string,
    private readonly key: string,
  ) {}

  /** The last PSU of the TPP at the bank. @throws UsageError when the file is not a state file */
  async psu(): Promise<KnownPsu | undefined> {
    return (await this.read()).psus[this.key];
  }

  /** Keeps the PSU for the next run. @throws UsageError when the file cannot be written */
  async keep(psu: KnownPsu): Promise<void> {
    const { psus } = await this.read();
    const text = JSON.stringify({ psus: { ...psus, [this.key]: psu } }, null, 2);
    const written = `${this.path}.${String(process.pid)}`;
    try {
      await mkdir(dirname(this.path), { recursive: true, mode: 0o700 });
      await writeFile(written, `${text}\n`, { mode: 0o600 });
      await rename(written, this.path);
    } catch (error) {
      throw new UsageError(`--state: ${(error as Error).message}`);
    }
  }

  private async read(): Promise<StoredState> {
    const text = await readFile(this.path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '{"psus":{}}';
      throw new UsageError(`--state: ${error.message}`);
    });
    const stored = jsonIn(text) as Partial<StoredState> | null | undefined;
    if (typeof stored?.psus === 'object') return { psus: stored.psus };
    throw new UsageError(`--state: ${this.path} is not a state file`);
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
