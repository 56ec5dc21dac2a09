import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Controller, Get, Header, Headers, Redirect, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { UnsignedRoute } from '../request/route.decorator.js';
import { codedBytes, preparedText } from '../reply/coded-answers.hook.js';
import type { PreparedText } from '../reply/coded-answers.hook.js';

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
function explorerPolicy({ nonce }: Pick<Page, 'nonce'>): string {
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
function explorerPage({ title, nonce }: Page): string {
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

/** The build writes this copy of Redoc (tools/copy-assets.mjs). Tests read it from the build, too. */
const differencesFile = new URL('./framework-differences.md', import.meta.url);
const scriptFile = new URL('../../dist/description/redoc.js', import.meta.url);

/** The description as a page for people. Unsigned, as the description itself. */
@Controller()
export class ExplorerController {
  /** Read and coded once, on the first request; after a failure the next request reads it again. */
  private script: Promise<PreparedText> | undefined;

  /** For people who open the address of the interface in a browser. */
  @Get()
  @UnsignedRoute({
    id: 'getRoot',
    summary: 'Leads to that page',
    answers: { 302: { says: 'The page is at /docs.' } },
  })
  @Redirect('/docs', 302)
  root(): void {
    // The decorator has the answer.
  }

  @Get('docs')
  @UnsignedRoute({
    id: 'getExplorer',
    summary: 'This description, as a page',
    answers: { 200: { says: 'HTML.', schema: { type: 'string' }, mediaType: 'text/html' } },
  })
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('cache-control', 'no-store')
  @Header('x-content-type-options', 'nosniff')
  @Header('referrer-policy', 'no-referrer')
  page(@Res({ passthrough: true }) reply: FastifyReply): string {
    const nonce = randomBytes(16).toString('base64');
    void reply.header('content-security-policy', explorerPolicy({ nonce }));
    return explorerPage({ title: 'Nordgate', nonce });
  }

  @Get('docs/redoc.js')
  @UnsignedRoute({
    id: 'getExplorerScript',
    summary: 'The script of that page',
    answers: {
      200: { says: 'Redoc.', schema: { type: 'string' }, mediaType: 'text/javascript' },
    },
  })
  @Header('content-type', 'text/javascript; charset=utf-8')
  @Header('cache-control', 'public, max-age=86400')
  @Header('x-content-type-options', 'nosniff')
  async redoc(
    @Headers('accept-encoding') accepted: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer> {
    return codedBytes(await this.readScript(), accepted, reply);
  }

  /** `npm run compare:framework` writes this file, and the same page of the documentation. */
  @Get('docs/framework-differences.md')
  @UnsignedRoute({
    id: 'getFrameworkDifferences',
    summary: 'What differs from the framework, NextGenPSD2 1.3.16, and why',
    answers: {
      200: { says: 'Markdown.', schema: { type: 'string' }, mediaType: 'text/markdown' },
    },
  })
  @Header('content-type', 'text/markdown; charset=utf-8')
  @Header('cache-control', 'public, max-age=3600')
  @Header('x-content-type-options', 'nosniff')
  differences(): Promise<string> {
    return readFile(differencesFile, 'utf8');
  }

  private readScript(): Promise<PreparedText> {
    if (this.script !== undefined) return this.script;
    const reading = readFile(scriptFile, 'utf8').then(preparedText);
    reading.catch(() => (this.script = undefined));
    this.script = reading;
    return reading;
  }
}
