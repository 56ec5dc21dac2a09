/** What this worker has resolved. Jest forgets most of it after each test file. */
const resolved = new Map();

/** Sources import each other by the names that they have when they are built. */
const withoutExtension = (specifier) => specifier.replace(/^(\.{1,2}\/.*)\.js$/, '$1');

/** Jest's resolver: its default, with the names of built files for sources, once for each folder and name. */
export default function resolve(specifier, options) {
  const { basedir, conditions = [] } = options;
  const key = [basedir, specifier, ...conditions].join('\0');
  const known = resolved.get(key);
  if (known !== undefined) return known;
  const path = options.defaultResolver(withoutExtension(specifier), options);
  resolved.set(key, path);
  return path;
}
