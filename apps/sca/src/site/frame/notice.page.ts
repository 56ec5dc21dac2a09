import { defined } from '@nordgate/decider';
import { pageFrom } from './page-template.loader.js';
import type { Page } from './answer.js';
import type { Reader } from './site.service.js';
import type { TextKey } from '../language/texts.js';

/** The return address of a TPP, with the result in its query. */
export interface Exit {
  readonly href: string;
  readonly origin: string;
  readonly tppName: string;
}

/** A page that says something and shows where to go next. */
export interface NoticePage {
  /** Absent where the title says it all. */
  readonly text?: TextKey | undefined;
  /** What goes into the texts. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** What else there is to say. */
  readonly more?: readonly TextKey[];
  /** An address of this site. */
  readonly again?: string | undefined;
  /** The text of that link; without it, the link invites the PSU to try again. */
  readonly againText?: TextKey;
  /** The address where another person signs, to pass on. */
  readonly passOn?: string | undefined;
  /** What the PSU can quote to the bank: the line of the log has it. */
  readonly reference?: string;
  readonly exit?: Pick<Exit, 'href' | 'tppName'> | undefined;
  /** After so many seconds the browser goes to the TPP by itself. */
  readonly leaveSeconds?: number | undefined;
}

export const renderNotice = pageFrom<NoticePage>(new URL('./notice.eta', import.meta.url));

/** A notice with its status and title, in the language of the reader. */
export function noticePage(
  reader: Reader,
  { status, title, ...notice }: NoticePage & { readonly status: number; readonly title: TextKey },
): Page {
  const { exit, leaveSeconds, parameters } = notice;
  const html = renderNotice(reader, defined({ key: title, parameters }), notice);
  const refresh =
    exit === undefined || leaveSeconds === undefined
      ? undefined
      : { seconds: leaveSeconds, url: exit.href };
  return { is: 'page', status, language: reader.language, html, ...defined({ refresh }) };
}
