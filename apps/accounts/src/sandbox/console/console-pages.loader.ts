import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Eta } from 'eta';
import type { ShownClock } from './console-clock.service.js';
import { hrefOfResource, momentInOslo } from './shown-values.js';

/** The pages of the console: a template of this name is in `pages/`. */
export type PageName =
  | 'code'
  | 'requests'
  | 'request'
  | 'customers'
  | 'payments'
  | 'baskets'
  | 'history'
  | 'client'
  | 'actions'
  | 'clock'
  | 'channels'
  | 'certificate'
  | 'notice';

const names: readonly (PageName | 'frame')[] = [
  ...(['code', 'requests', 'request', 'customers', 'client'] as const),
  ...(['payments', 'baskets', 'history'] as const),
  ...(['clock', 'actions', 'channels', 'certificate', 'notice', 'frame'] as const),
];

const eta = new Eta({ autoEscape: true, cache: true });

/** Compiled while the module loads: a missing or broken template stops the start and not a request. */
for (const name of names) {
  const source = readFileSync(new URL(`./pages/${name}.eta`, import.meta.url), 'utf8');
  eta.templatesSync.define(`@${name}`, eta.compile(source));
}

/** The style sheet of the console. */
export const styleSheet = readFileSync(new URL('./pages/console.css', import.meta.url), 'utf8');

/** What surrounds a page. */
export interface Frame {
  readonly title: string;
  /** The TPP of the visit; undefined without a visit. */
  readonly tpp?: string | undefined;
  /** Forms of the visit carry it. */
  readonly formToken?: string | undefined;
  /** The path of the page, which the menu marks. */
  readonly path: string;
  /** Whether the page renews itself; undefined for a page that cannot. */
  readonly live?: boolean | undefined;
  /** The clock of the TPP's world; undefined without a world. */
  readonly clock?: ShownClock | undefined;
}

/** What every template can call. */
const tools = { moment: momentInOslo, hrefOf: hrefOfResource, newRequest: randomUUID };

/** The pages of the menu. */
const menu = [
  { path: '/', text: 'Requests' },
  { path: '/payments', text: 'Payments' },
  { path: '/baskets', text: 'Baskets' },
  { path: '/client', text: 'Your client' },
  { path: '/customers', text: 'Customers' },
  { path: '/clock', text: 'Clock' },
  { path: '/actions', text: 'Actions' },
  { path: '/channels', text: 'Other channels' },
  { path: '/certificate', text: 'Certificate' },
];

/** Renders a page. The template engine escapes every value for HTML. */
export function renderPage(name: PageName, frame: Frame, data: object): string {
  const content = eta.render(`@${name}`, { ...tools, ...frame, ...data });
  return eta.render('@frame', { ...tools, ...frame, content, menu });
}
