/** A command of this app for a person's terminal. */
interface CommandDescription {
  /** The first line of the help. */
  readonly usage: string;
  readonly text: string;
  /** The arguments that the command takes. */
  readonly known?: readonly string[];
}

/** What a command prints instead of its work, and its exit code. */
interface EarlyEnd {
  readonly text: string;
  readonly code: 0 | 2;
}

/**
 * Reads the arguments of a command before it reads a setting or creates a file.
 *
 * @returns the help for `--help`, or the fault of an argument that the command does not know; undefined when
 *   the command may start
 */
export function earlyEnd(
  args: readonly string[],
  { usage, text, known = [] }: CommandDescription,
): EarlyEnd | undefined {
  if (args.some((one) => one === '--help' || one === '-h')) {
    return { text: `Usage: ${usage}\n\n${text}`, code: 0 };
  }
  const stray = args.find((one) => !known.includes(one));
  return stray === undefined
    ? undefined
    : { text: `unknown argument ${stray}\nUsage: ${usage}`, code: 2 };
}

/** Prints an early end and leaves the process with its code. */
export function endEarly({ text, code }: EarlyEnd): never {
  (code === 0 ? process.stdout : process.stderr).write(`${text}\n`);
  process.exit(code);
}
