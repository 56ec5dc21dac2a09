import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { operatedServices } from '@nordgate/contracts/commands';
import type { OperatedService } from '@nordgate/contracts/commands';

/** The path under which a service accepts requests of the operator. */
export const operationsPath = '/internal/operations';

/** How the operator's command reaches a bank of several processes on this machine. */
export interface OperationsFile {
  /** The folder with the operator's private key. */
  readonly secrets: string;
  /** The internal address of each service, without a path. */
  readonly services: Readonly<Record<OperatedService, string>>;
  /** The process that keeps the file as long as the bank runs. */
  readonly pid: number;
}

const pathIn = (dataDir: string) => join(dataDir, 'operations.json');

/** Writes the file of a bank that runs. Returns what removes it. */
export function writeOperationsFile(dataDir: string, file: OperationsFile): () => void {
  const path = pathIn(dataDir);
  writeFileSync(path, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 });
  return () => rmSync(path, { force: true });
}

/**
 * The file of the bank that runs on this data folder; undefined where there is none, where it cannot be read, and where
 * a bank that was killed has left it behind.
 */
export function readOperationsFile(dataDir: string): OperationsFile | undefined {
  let file: Partial<OperationsFile> | null;
  try {
    file = JSON.parse(readFileSync(pathIn(dataDir), 'utf8')) as Partial<OperationsFile> | null;
  } catch {
    return undefined;
  }
  const { secrets, services, pid } = file ?? {};
  const isWhole =
    typeof secrets === 'string' &&
    typeof pid === 'number' &&
    operatedServices.every((one) => typeof services?.[one] === 'string');
  return isWhole && isRunning(pid) ? (file as OperationsFile) : undefined;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: it runs as another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
