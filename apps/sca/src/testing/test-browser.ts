/** An answer with its body. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The address of a redirect, or that of another site to which the page leads on by itself; or an empty text. */
  readonly location: string;
}

/** A browser without scripts. It keeps cookies and follows no redirect. */
export class TestBrowser {
  readonly cookies = new Map<string, string>();
  /** The address that a proxy in front of the site forwards. */
  forwardedFor: string | undefined;

  constructor(private readonly origin: string) {}

  get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.send(path, { headers });
  }

  post(path: string, fields: Readonly<Record<string, string>>): Promise<Answer> {
    return this.send(path, { method: 'POST', body: new URLSearchParams(fields) });
  }

  async send(path: string, init: RequestInit): Promise<Answer> {
    const headers = new Headers(init.headers);
    const jar = [...this.cookies].map(([name, value]) => `${name}=${value}`);
    if (jar.length > 0) headers.set('cookie', jar.join('; '));
    if (this.forwardedFor !== undefined) headers.set('x-forwarded-for', this.forwardedFor);
    const answer = await fetch(`${this.origin}${path}`, { ...init, headers, redirect: 'manual' });
    for (const cookie of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';', 1)[0] ?? '').split('=');
      this.cookies.set(name, value);
    }
    const text = await answer.text();
    const location = answer.headers.get('location') ?? leadOf(answer.headers);
    return { status: answer.status, headers: answer.headers, text, location };
  }
}

/** The address of another site to which a browser goes after some seconds, without script. */
function leadOf(headers: Headers): string {
  return /^\d+; url=(https?:.*)$/.exec(headers.get('refresh') ?? '')?.[1] ?? '';
}

/** The value of a hidden field, or an empty text. */
export function hidden(html: string, name: string): string {
  return new RegExp(`type="hidden" name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';
}

/** The sandbox code on a page. */
export function codeOn(html: string): string {
  return /data-sandbox-code[^>]*>(\d{6})</.exec(html)?.[1] ?? '';
}

/** A page without the random reference of an error page, and without its own address. */
export function withoutReference(html: string): string {
  return html
    .replace(/[0-9A-Z]{4}-[0-9A-Z]{4}(?=\.<\/p>)/, '<reference>')
    .replaceAll(/ href="[^"]*language=/g, ' href="<address>?language=');
}
