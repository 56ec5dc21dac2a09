/** The names of the parameters that the bank adds, after success (5.11) or failure (5.12). */
const bankNames: ReadonlySet<string> = new Set([
  'psu-id',
  'psu-corporate-id',
  'tpp-session-id',
  'context',
  'system',
  'status',
  'code',
  'message',
]);

/**
 * The address of a TPP with these parameters added to its query (specification 5.11, 5.12). The query
 * stays the same byte for byte, except that no parameter of the bank's names survives: a TPP could not
 * tell it from the bank's own, such as a `code` in the redirect after success.
 */
export function withParameters(url: URL, parameters: Readonly<Record<string, string>>): string {
  const own = url.search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !bankNames.has(nameOf(pair)));
  const added = Object.entries(parameters).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  );
  const result = new URL(url);
  result.search = [...own, ...added].join('&');
  return result.href;
}

/** As a reader of the query decodes it, broken encodings included (URL standard, 5.1). */
function nameOf(pair: string): string {
  const [name = ''] = new URLSearchParams(pair).keys();
  return name;
}
