import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { kustomizeCommand } from './kustomize.js';
import type { Kustomize } from './kustomize.js';
import {
  bankOverlays,
  changesPath,
  overlays,
  renderedFaults,
  renderedPath,
  renderedText,
  root,
  sourcesDigest,
} from './sources.js';
import type { BankOverlay } from './sources.js';

const banks = Object.keys(bankOverlays) as BankOverlay[];

/** The paths of all rendered files. */
export const renderedFiles = [...overlays.map(renderedPath), ...banks.map(changesPath)];

/**
 * Renders both overlays, and what the overlays of a bank change in them, unless their files are there and come from the
 * sources as they are now. Git does not have the files: each program that reads them calls this before.
 *
 * @returns whether the files were written
 * @throws Error when no kustomize is there or an overlay cannot be rendered
 */
export async function renderOverlays(
  say: (line: string) => void,
  env: NodeJS.ProcessEnv,
  folder = root,
): Promise<boolean> {
  const sources = sourcesDigest(folder);
  if (renderedFiles.every((path) => isCurrent(sources, join(folder, path)))) return false;
  say('rendering the overlays of deploy/k8s');
  const command = await kustomizeCommand(say, env);
  const render = (path: string) => kustomize(command, folder, path);
  const keep = (path: string, body: string) =>
    write(join(folder, path), renderedText(sources, body));
  for (const overlay of overlays) {
    keep(renderedPath(overlay), render(`deploy/k8s/overlays/${overlay}`));
  }
  for (const bank of banks) {
    const changes = changesIn(render(`examples/bank-overlay/${bank}`), render(bankOverlays[bank]));
    keep(changesPath(bank), changes);
  }
  return true;
}

function isCurrent(sources: string, file: string): boolean {
  return existsSync(file) && renderedFaults(sources, readFileSync(file, 'utf8')).length === 0;
}

/** Another process may read or write the same file: each sees it complete. */
function write(file: string, text: string): void {
  const draft = `${file}.${String(process.pid)}`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(draft, text);
  renameSync(draft, file);
}

/** The manifests that the overlay below does not have in this form. */
function changesIn(overlay: string, below: string): string {
  const known = new Set(below.trimEnd().split(separator));
  const all = overlay.trimEnd().split(separator);
  return `${all.filter((one) => !known.has(one)).join(separator)}\n`;
}

const separator = '\n---\n';

function kustomize([program, ...args]: Kustomize, folder: string, overlay: string): string {
  return execFileSync(program, [...args, overlay], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}
