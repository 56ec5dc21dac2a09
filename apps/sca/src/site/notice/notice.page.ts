import type { TextKey } from '../language/texts.js';
import { pageFrom } from '../frame/page-template.loader.js';

/** A page that says something and shows the ways on. */
export interface NoticePage {
  readonly text: TextKey;
  /** This site, once more. */
  readonly again?: string;
  /** What the way there says; else that the PSU tries again. */
  readonly againText?: TextKey;
  readonly wayBack?: { readonly href: string; readonly tppName: string };
}

export const renderNotice = pageFrom<NoticePage>(new URL('./notice.eta', import.meta.url));
