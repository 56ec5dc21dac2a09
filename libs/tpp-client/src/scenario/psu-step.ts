import { setTimeout as sleep } from 'node:timers/promises';
import { scaRedirectIn } from '../answer.js';
import { SiteError } from '../psu/psu-browser.js';
import type { Page } from '../psu/psu-browser.js';
import { wordsOf } from '../psu/site-forms.js';
import type { Course } from './course.js';
import { filledExpectation, unmetAt } from './expectation.js';
import type { Unmet } from './expectation.js';
import type { StepOutcome } from './report.js';
import { PsuVisit } from './psu-visit.js';
import { StepError } from './values.js';
import type { Expectation, PsuStep, SignerStep } from './scenario.js';

const listedWithinMs = 60_000;
const lookAgainMs = 200;

/** A PSU goes to the bank by a link, and comes back. */
export async function runPsuStep(course: Course, step: PsuStep): Promise<StepOutcome> {
  const { customer, company, opens, does, ...picked } = course.values.fill(step.psu);
  const href = linkOf(opens) ?? course.link;
  if (href === undefined)
    throw new StepError('no answer before has a scaRedirect: name a link with opens');
  const visit = new PsuVisit(new URL(href).origin);
  await visit.logIn(href, customer);
  await visit.choose({ company, ...picked });
  await visit.decide(does);
  const { leftTo, pages } = visit;
  if (leftTo !== undefined) course.cameBack(leftTo, step.as);
  const expected = filledExpectation(course.values, step.expect ?? {});
  const implied = does === 'approves' && expected.redirect === undefined ? approved : {};
  return {
    what: `PSU ${customer} ${does}`,
    answer: leftTo === undefined ? `at the bank: ${lastWords(pages)}` : wordsOfRedirect(leftTo),
    unmet: [
      ...unmetByReturn(leftTo, { ...implied, ...expected }),
      ...unmetByPages(pages, expected),
    ],
    seen: lastWords(pages),
  };
}

/** A second signer decides on the bank's own page, as soon as the item is listed there. */
export async function runSignerStep(course: Course, step: SignerStep): Promise<StepOutcome> {
  const { customer, item, does } = course.values.fill(step.signer);
  if (course.link === undefined)
    throw new StepError('no link before shows the address of the site');
  const page = `${new URL(course.link).origin}/my?app=${encodeURIComponent(course.tpp.tppId)}`;
  const visit = await opened(page, customer, item);
  await visit.decide(does);
  const { pages } = visit;
  return {
    what: `second signer ${customer} ${does}`,
    answer: lastWords(pages),
    unmet: unmetByPages(pages, filledExpectation(course.values, step.expect ?? {})),
    seen: lastWords(pages),
  };
}

const approved: Expectation = { redirect: { 'psu-id': { present: true }, code: { absent: true } } };

/** `page`: the bank's own page, for the world of the TPP. */
async function opened(page: string, customer: string, item?: string): Promise<PsuVisit> {
  const started = Date.now();
  for (;;) {
    const visit = new PsuVisit(new URL(page).origin);
    try {
      await visit.openItem(page, customer, item);
      return visit;
    } catch (error) {
      if (!(error instanceof SiteError) || Date.now() - started > listedWithinMs) throw error;
    }
    await sleep(lookAgainMs);
  }
}

/** The link of an answer, or an address. */
function linkOf(opens: unknown): string | undefined {
  return typeof opens === 'string' ? opens : scaRedirectIn(opens);
}

function unmetByReturn(leftTo: URL | undefined, expected: Expectation): readonly Unmet[] {
  const { redirect, backAt } = expected;
  if (leftTo === undefined) {
    const at = 'redirect';
    return redirect === undefined && backAt === undefined
      ? []
      : [{ at, expected: 'the PSU comes back to the TPP', got: 'the PSU is still at the bank' }];
  }
  const place = `${leftTo.origin}${leftTo.pathname}`;
  return [
    ...(backAt === undefined ? [] : unmetAt('backAt', place, backAt)),
    ...Object.entries(redirect ?? {}).flatMap(([name, wanted]) =>
      unmetAt(`redirect ${name}`, leftTo.searchParams.get(name) ?? undefined, wanted),
    ),
  ];
}

function unmetByPages(pages: readonly Page[], { page: texts = [] }: Expectation): readonly Unmet[] {
  const words = pages.map(wordsOf);
  return texts
    .filter((text) => !words.some((one) => one.includes(text)))
    .map((text) => ({ at: 'page', expected: text, got: words.at(-1) ?? 'no page' }));
}

function lastWords(pages: readonly Page[]): string {
  const page = pages.at(-1);
  return page === undefined ? 'no page' : wordsOf(page).slice(0, 600);
}

function wordsOfRedirect({ searchParams }: URL): string {
  const code = searchParams.get('code');
  if (code !== null) return `back with ${searchParams.get('status') ?? ''} ${code}`;
  return `back, ${searchParams.get('context') ?? 'without a context'}`;
}
