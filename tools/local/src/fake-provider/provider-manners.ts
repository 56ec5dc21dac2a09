/** How the fake provider behaves: well, or in a way that a bank must bear or reject. */
export type ProviderManner =
  | 'well'
  /** Closes each connection. */
  | 'down'
  /** Never answers. */
  | 'slow'
  /** Answers with more than a megabyte. */
  | 'huge'
  | 'altered-amount'
  | 'no-details'
  | 'fewer-details'
  | 'more-details'
  /** Grants the details of an earlier approval. */
  | 'details-of-another'
  | 'weak-acr'
  | 'weak-amr'
  /** Says that the person logged in an hour ago. */
  | 'old-log-in'
  /** Says that the person logged in two minutes ago: before this visit, but not too long ago. */
  | 'earlier-log-in'
  | 'no-iss'
  | 'wrong-iss';

/** An element of `authorization_details` (RFC 9396). */
export type Detail = Readonly<Record<string, unknown>>;

/** The details that the provider grants instead of those asked for. */
export function grantedDetails(
  asked: readonly Detail[],
  manner: ProviderManner,
  earlier: readonly Detail[],
): readonly Detail[] | undefined {
  if (manner === 'no-details') return undefined;
  if (manner === 'altered-amount') {
    return asked.map((one) => ({ ...one, instructedAmount: { currency: 'NOK', amount: '1.00' } }));
  }
  if (manner === 'fewer-details') return asked.slice(1);
  if (manner === 'more-details') return [...asked, ...asked];
  if (manner === 'details-of-another') return earlier;
  // The order of members and elements has no meaning.
  return asked.map((one) => Object.fromEntries(Object.entries(one).toReversed())).toReversed();
}

/** The strength of a log-in in a manner, out of what the bank asks for. */
export function strengthIn(manner: ProviderManner, acrValues: string) {
  const [acr = 'none'] = acrValues.split(' ');
  const secondsAgo = { 'old-log-in': 3600, 'earlier-log-in': 120 } as const;
  const ago = Object.hasOwn(secondsAgo, manner) ? secondsAgo[manner as keyof typeof secondsAgo] : 0;
  return {
    acr: manner === 'weak-acr' ? 'urn:fake:weak' : acr,
    amr: manner === 'weak-amr' ? ['pwd'] : ['pin', 'pop'],
    ...(ago > 0 && { ts: Math.floor(Date.now() / 1000) - ago }),
  };
}

/** The address of an answer to the bank, with another `iss` or none (RFC 9207). */
export function withIssuer(location: string, manner: ProviderManner): string {
  if (manner !== 'no-iss' && manner !== 'wrong-iss') return location;
  if (!URL.canParse(location)) return location;
  const url = new URL(location);
  if (!url.searchParams.has('code')) return location;
  if (manner === 'no-iss') url.searchParams.delete('iss');
  else url.searchParams.set('iss', 'https://other-provider.example');
  return url.href;
}
