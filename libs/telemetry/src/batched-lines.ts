/** Writes text to the standard output; for one that is a file, a pipe or a terminal it is written when this returns. */
type Write = (text: string) => unknown;

interface Output {
  write(text: string): unknown;
  on(event: 'error', listener: (error: NodeJS.ErrnoException) => void): unknown;
}

/**
 * Writes text to a stream until its reader has gone: then the rest is lost, and the process goes on. Any other fault of the
 * stream ends the process, as without this.
 */
export function untilClosed(stream: Output): Write {
  let isClosed = false;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    isClosed = true;
  });
  return (text) => isClosed || stream.write(text);
}

/**
 * Writes all lines of one event-loop turn at once: a write for each line costs more than the line. The end of the
 * process writes the lines that wait; kill -9 loses those of one turn.
 *
 * @param form changes a line before it is written
 */
export function batchedLines(
  write: Write,
  form: (line: string) => string = (line) => line,
): { write(line: string): void } {
  let waiting: string[] = [];
  const flush = () => {
    const lines = waiting;
    waiting = [];
    if (lines.length > 0) write(lines.map(form).join(''));
  };
  process.once('exit', flush);
  return {
    write(line) {
      if (waiting.push(line) === 1) setImmediate(flush);
    },
  };
}
