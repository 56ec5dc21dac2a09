import { mkdirSync, readlinkSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/**
 * The mounted Secret of the login, as the kubelet writes one: `token` is a link into `..data`, which is a link to a
 * folder. A change is a new folder, a new link in one step, and the end of the old folder.
 */
export class TokenFolder {
  private changes = 0;

  constructor(
    private readonly folder: string,
    token: string,
  ) {
    mkdirSync(folder);
    this.link(this.write(token));
    symlinkSync(join('..data', 'token'), this.path);
  }

  get path(): string {
    return join(this.folder, 'token');
  }

  change(token: string): void {
    const old = readlinkSync(join(this.folder, '..data'));
    this.link(this.write(token));
    rmSync(join(this.folder, basename(old)), { recursive: true });
  }

  private write(token: string): string {
    this.changes += 1;
    const name = `..${String(this.changes)}`;
    mkdirSync(join(this.folder, name));
    writeFileSync(join(this.folder, name, 'token'), token);
    return name;
  }

  private link(name: string): void {
    const draft = join(this.folder, '..data_tmp');
    symlinkSync(name, draft);
    renameSync(draft, join(this.folder, '..data'));
  }
}
