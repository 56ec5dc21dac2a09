import type { Language } from '@nordgate/contracts/texts';
import { Eta } from 'eta';
import type { Environment } from '../../sca.settings.js';
import { textsOf } from '../language/texts.js';
import type { TextKey } from '../language/en.js';
import { framePage } from './frame.page.js';

/** What surrounds every page. */
export interface Frame {
  readonly language: Language;
  readonly environment: Environment;
}

/** A page's title: a text and what goes into it. */
export interface Title {
  readonly key: TextKey;
  readonly parameters?: Readonly<Record<string, string>>;
}

/** Makes a page of its data. Every value is escaped for HTML by the template engine. */
export type RenderPage<Data extends object> = (frame: Frame, title: Title, data: Data) => string;

const eta = new Eta({ autoEscape: true, cache: false });
const frameTemplate = eta.compile(framePage);

/** Compiles the inner part of a page, once at start. In it, `t` is the text of a key. */
export function pageOf<Data extends object>(template: string): RenderPage<Data> {
  const compiled = eta.compile(template);
  return (frame, { key, parameters }, data) => {
    const t = textsOf(frame.language);
    const title = t(key, parameters);
    const content = eta.render(compiled, { ...data, t, title, environment: frame.environment });
    return eta.render(frameTemplate, { ...frame, t, title, content });
  };
}
