/** Prints a line of a tool. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/**
 * Runs a tool of the command line. A rejection is printed with its stack, and the exit code is 1.
 *
 * @param failure what a rejection means, such as `the load failed`
 */
export function runTool(main: () => Promise<void>, failure?: string): void {
  main().catch((error: unknown) => {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(failure === undefined ? `${reason}\n` : `${failure}: ${reason}\n`);
    process.exitCode = 1;
  });
}
