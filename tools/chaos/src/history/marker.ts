/**
 * What is in the stored event of a request and in no other, so that the checker finds it without
 * trusting any id: in endToEndIdentification of a payment, in the redirect URI of a basket.
 */
export function markerOf(request: string): string {
  return request.replaceAll('-', '');
}

const redirectPage = 'https://tpp.example/back';

/** A TPP-Redirect-URI that says which request it came with. */
export function markedRedirectUri(request: string): string {
  return `${redirectPage}?marker=${markerOf(request)}`;
}

/** The marker in a redirect URI; undefined when it has none. */
export function markerInRedirectUri(uri: string): string | undefined {
  return URL.canParse(uri) ? (new URL(uri).searchParams.get('marker') ?? undefined) : undefined;
}
