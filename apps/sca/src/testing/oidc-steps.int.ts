import { visitProvider } from '@nordgate/local/person-at-provider';
import type { PersonAtProvider, ProviderCookies } from '@nordgate/local/person-at-provider';
import type { FakeProvider } from '@nordgate/local/fake-provider';
import type { ProfileIdentityProvider } from '@nordgate/contracts/profile';
import { bankKeys, providerTerms, registerSite, startProvider } from './bank-at-provider.int.js';
import { linkOf } from './psu-steps.js';
import { hidden } from './test-browser.js';
import type { Answer, TestBrowser } from './test-browser.js';
import { startTestSca } from './test-sca.int.js';
import type { TestSca } from './test-sca.int.js';

/** A site whose customers log in and approve at a provider. */
export interface SiteWithProvider {
  readonly sca: TestSca;
  readonly provider: FakeProvider;
  stop(): Promise<void>;
}

/** Starts the service and a provider that know each other. */
export async function startSiteWithProvider(
  change: Partial<ProfileIdentityProvider> = {},
): Promise<SiteWithProvider> {
  const provider = await startProvider('http://localhost:9');
  const terms = providerTerms(provider, change);
  const sca = await startTestSca({
    sca: { methods: ['oidc', 'passkey'], provider: terms, rules: [] },
    providerClient: { keys: bankKeys },
  });
  registerSite(provider, sca.url);
  return {
    sca,
    provider,
    async stop() {
      await sca.stop();
      await provider.stop();
    },
  };
}

/** A browser, and its cookies at the provider. */
export interface ProviderBrowser {
  readonly browser: TestBrowser;
  readonly cookies: ProviderCookies;
}

export function newProviderBrowser({ sca }: SiteWithProvider): ProviderBrowser {
  return { browser: sca.newBrowser(), cookies: new Map() };
}

/** Goes from the site to the provider. Returns the path and query with which the person comes back. */
export async function visit(
  { sca }: SiteWithProvider,
  { cookies }: ProviderBrowser,
  redirect: Answer,
  person: Partial<PersonAtProvider> & { readonly person: string },
): Promise<string> {
  const back = await visitProvider(redirect.location, { until: sca.url, ...person }, cookies);
  return back.slice(sca.url.length);
}

/** Sends the log-in form of a link. The answer leads to the provider. */
export async function startLogIn({ browser }: ProviderBrowser, link: string): Promise<Answer> {
  const page = await browser.get(link);
  return browser.post(link, { csrf: hidden(page.text, 'csrf') });
}

/** Logs in at the provider. The answer leads to the approval page. */
export async function logInAtProvider(
  site: SiteWithProvider,
  at: ProviderBrowser,
  { link, person }: { readonly link: string; readonly person: string },
): Promise<Answer> {
  const redirect = await startLogIn(at, link);
  return at.browser.get(await visit(site, at, redirect, { person }));
}

/** Sends the form of an approval page. The answer leads to the provider. */
export function startApproval({ browser }: ProviderBrowser, path: string, page: Answer) {
  const fields = ['csrf', 'context', 'method', 'page', 'shown'].map((name) => [
    name,
    hidden(page.text, name),
  ]);
  return browser.post(`${path}/provider`, Object.fromEntries(fields) as Record<string, string>);
}

/** Approves at the provider what a page shows. The answer leads away, or to the page once more. */
export async function approveAtProvider(
  site: SiteWithProvider,
  at: ProviderBrowser,
  { page, path, person }: { readonly page: Answer; readonly path: string; readonly person: string },
): Promise<Answer> {
  const redirect = await startApproval(at, path, page);
  return at.browser.get(await visit(site, at, redirect, { person }));
}

/** Logs in to an authorisation, and goes to its approval page. */
export async function goToApprovalByOidc(site: SiteWithProvider, id: string, person: string) {
  const at = newProviderBrowser(site);
  const { location: path } = await logInAtProvider(site, at, { link: linkOf(id), person });
  return { ...at, at, path, page: await at.browser.get(path) };
}
