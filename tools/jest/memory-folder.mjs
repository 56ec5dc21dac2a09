import { chmodSync, mkdirSync, readFileSync, statfsSync } from 'node:fs';

const memory = '/dev/shm';
const folder = `${memory}/nordgate-tests-${process.getuid?.() ?? 0}`;
const bytesNeeded = 6 * 2 ** 30;

/**
 * Keeps the temporary files of a test run in memory, where the machine has enough of it. Tests make and drop hundreds of
 * databases and topics: a file system without a journal searches ever longer for a free inode after each.
 * A TMPDIR that somebody has set is kept.
 */
export function keepTemporaryFilesInMemory() {
  if (process.env.TMPDIR !== undefined || !isUsable()) return;
  mkdirSync(folder, { recursive: true });
  // As /tmp: the account of PostgreSQL writes here, too.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
}

function isUsable() {
  try {
    const { bavail, bsize } = statfsSync(memory);
    const available = /^MemAvailable:\s+(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8'))[1];
    const options = new RegExp(`^tmpfs ${memory} tmpfs (\\S+)`, 'm').exec(
      readFileSync('/proc/mounts', 'utf8'),
    )[1];
    return (
      Math.min(bavail * bsize, Number(available) * 1024) >= bytesNeeded &&
      // Some tests run programs that they have copied.
      !options.split(',').includes('noexec')
    );
  } catch {
    // There is no such memory here.
    return false;
  }
}
