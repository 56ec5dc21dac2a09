/** Settings or mounted files that cannot be used; the message has one line per fault. */
export class SettingsFault extends Error {
  override readonly name = 'SettingsFault';
}

/** What a set of readings yields. */
type Read<Readings> = { readonly [Name in keyof Readings]: Awaited<Readings[Name]> };

/**
 * Waits for all readings, so that the faults of each are told at once. Throws SettingsFault, or
 * whatever else the first one threw.
 */
export async function readTogether<Readings extends Readonly<Record<string, unknown>>>(
  readings: Readings,
): Promise<Read<Readings>> {
  const names = Object.keys(readings);
  const results = await Promise.allSettled(names.map((name) => readings[name]));
  const failures = results.flatMap((one) =>
    one.status === 'rejected' ? [one.reason as unknown] : [],
  );
  const faults = failures.filter((failure) => failure instanceof SettingsFault);
  if (faults.length < failures.length) {
    throw failures.find((failure) => !(failure instanceof SettingsFault));
  }
  if (faults.length > 0) throw new SettingsFault(faults.map(({ message }) => message).join('\n'));
  const values = results.map((one) => (one.status === 'fulfilled' ? one.value : undefined));
  return Object.fromEntries(names.map((name, i) => [name, values[i]])) as Read<Readings>;
}
