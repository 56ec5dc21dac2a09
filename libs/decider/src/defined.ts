/** The type of an object without its undefined members: they become optional. */
export type Defined<Members extends object> = {
  [Name in keyof Members as undefined extends Members[Name] ? never : Name]: Members[Name];
} & {
  [Name in keyof Members as undefined extends Members[Name] ? Name : never]?: Exclude<
    Members[Name],
    undefined
  >;
};

/**
 * A copy without the undefined members, for an object that is spread over another one, compared member
 * by member or tested with `in`. An object that goes straight to JSON needs no copy: JSON leaves
 * undefined members out.
 */
export function defined<Members extends object>(members: Members): Defined<Members> {
  const copy: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(members)) {
    if (value !== undefined) copy[name] = value;
  }
  return copy as Defined<Members>;
}
