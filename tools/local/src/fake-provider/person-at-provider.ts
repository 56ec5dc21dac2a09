/** What a test person does on the page of the fake provider. */
export interface PersonAtProvider {
  /** The test person who logs in. */
  readonly person: string;
  /** Default: approve. */
  readonly does?: 'approve' | 'cancel';
  /** The error with which the provider ends the visit instead. */
  readonly error?: string;
  /** The address of the bank: the visit ends when the provider sends the browser there. */
  readonly until: string;
}

/** The cookies of one browser at the provider, kept over its visits. */
export type ProviderCookies = Map<string, string>;

const hopsMax = 10;

/**
 * Follows the browser of a test person through the fake provider, without a browser. Returns the address
 * of the bank to which the provider sends the person back. Throws when the provider shows an error.
 */
export async function visitProvider(
  start: string,
  { does = 'approve', error, person, until }: PersonAtProvider,
  cookies: ProviderCookies = new Map(),
): Promise<string> {
  let url = start;
  for (let hop = 0; hop < hopsMax; hop += 1) {
    if (url.startsWith(until)) return url;
    const isPage = new URL(url).pathname.startsWith('/interaction/');
    const answer = { action: error === undefined ? does : 'cancel', person };
    const body = new URLSearchParams(error === undefined ? answer : { ...answer, error });
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(isPage ? { method: 'POST', body } : {}),
    });
    keep(cookies, response);
    const location = response.headers.get('location');
    if (location === null) {
      throw new Error(`the provider answered ${String(response.status)}: ${await response.text()}`);
    }
    url = new URL(location, url).href;
  }
  throw new Error('the provider redirects without end');
}

function keep(cookies: ProviderCookies, { headers }: Response): void {
  for (const cookie of headers.getSetCookie()) {
    const [name = '', value = ''] = (cookie.split(';', 1)[0] ?? '').split('=');
    cookies.set(name, value);
  }
}
