import { appendFileSync, readFileSync } from 'node:fs';

/** The file to which each test file adds a line of JSON; none unless somebody asks where the time of a run goes. */
const { NORDGATE_TEST_TIMES: log } = process.env;

/** Linux counts the time of a process in hundredths of a second (proc(5), `stat`). */
const tickMs = 10;

/** The processor time of this worker, and of the processes that it has started and that have ended. */
function times() {
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15).map(Number);
  return { own: (user + system) * tickMs, children: (childUser + childSystem) * tickMs };
}

/**
 * Begins to measure a test file, without PostgreSQL, which serves all of them. The first files of a worker also pay for the
 * packages that later ones share.
 *
 * @returns a function that writes the line, in milliseconds of processor time and of the clock
 */
export function measureFile(path) {
  if (log === undefined) return () => undefined;
  const [before, started] = [times(), performance.now()];
  return () => {
    const after = times();
    const line = {
      path,
      ownMs: after.own - before.own,
      childrenMs: after.children - before.children,
      wallMs: Math.round(performance.now() - started),
      residentMiB: Math.round(process.memoryUsage.rss() / 2 ** 20),
    };
    appendFileSync(log, `${JSON.stringify(line)}\n`);
  };
}
