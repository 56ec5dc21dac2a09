/** What the page of the description is made with. */
interface Page {
  readonly title: string;
  /** Of this response only: the policy allows scripts with it, and no others. */
  readonly nonce: string;
}

/**
 * The Content-Security-Policy of the page. Redoc writes style elements, so inline styles are allowed here,
 * and here alone. Its icons and one of its fonts are data. Everything else comes from this host.
 */
export function explorerPolicy({ nonce }: Pick<Page, 'nonce'>): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    "style-src 'unsafe-inline'",
    "connect-src 'self'",
    'img-src data:',
    'font-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Numbers in tables stay in one line, and the maker's footer, which has no logo here, is not shown. */
const style = [
  'body { margin: 0; }',
  'body > p { margin: 0; padding: 0.5rem 2rem; font-family: sans-serif; }',
  'noscript { display: block; padding: 2rem; font-family: sans-serif; }',
  'redoc td code { white-space: nowrap !important; }',
  'redoc span:has(> a[href$="/redoc/"]) { display: none; }',
].join(' ');

/** The page of the description: Redoc renders `/v1/openapi.json` in the browser, without telemetry. */
export function explorerPage({ title, nonce }: Page): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}: the interface</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<noscript>This page needs JavaScript. For programs: <a href="/v1/openapi.json">OpenAPI 3.1</a>.</noscript>
<p><a href="/docs/framework-differences.md">Differences from the framework (NextGenPSD2 1.3.16)</a></p>
<redoc spec-url="/v1/openapi.json" disable-telemetry="true"></redoc>
<script type="module" nonce="${nonce}" src="/docs/redoc.js"></script>
</body>
</html>
`;
}
