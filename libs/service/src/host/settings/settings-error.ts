/** Settings or mounted files that cannot be used. The message has one line per fault. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly faults: readonly string[];

  /** @param faults each names its variable or file, and never repeats a secret */
  constructor(faults: string | readonly string[]) {
    const lines = typeof faults === 'string' ? [faults] : faults;
    super(lines.join('\n'));
    this.faults = lines;
  }
}

/**
 * A read of what a setting names. Throws SettingsError: that of the read, or one with the name of the setting before
 * the message of another error.
 */
export async function namedBy<Value>(setting: string, read: Promise<Value>): Promise<Value> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    throw new SettingsError(`${setting}: ${(error as Error).message}`);
  }
}

/** The results of several reads, by name. */
type Read<Reads> = { readonly [Name in keyof Reads]: Awaited<Reads[Name]> };

/**
 * Waits for all reads, so that an operator sees every fault at once. Throws SettingsError with the
 * faults of all, or the first other error.
 */
export async function readTogether<Reads extends Readonly<Record<string, unknown>>>(
  reads: Reads,
): Promise<Read<Reads>> {
  const names = Object.keys(reads);
  const results = await Promise.allSettled(names.map((name) => reads[name]));
  const errors = results.flatMap((one) =>
    one.status === 'rejected' ? [one.reason as unknown] : [],
  );
  const settingsErrors = errors.filter((error) => error instanceof SettingsError);
  if (settingsErrors.length < errors.length) {
    throw errors.find((error) => !(error instanceof SettingsError));
  }
  if (settingsErrors.length > 0) {
    throw new SettingsError(settingsErrors.flatMap(({ faults }) => faults));
  }
  const values = results.map((one) => (one.status === 'fulfilled' ? one.value : undefined));
  return Object.fromEntries(names.map((name, i) => [name, values[i]])) as Read<Reads>;
}
