import type { Language } from '@nordgate/contracts/texts';

const languages: Readonly<Record<string, Language>> = { nb: 'nb', nn: 'nb', no: 'nb', en: 'en' };

/** The language of the site that a browser prefers; English when it accepts none (RFC 9110, 12.5.4). */
export function languageOf(acceptLanguage: string | undefined): Language {
  const ranges = (acceptLanguage ?? '').split(',').slice(0, rangesMax).map(rangeOf);
  const [best] = ranges
    .filter(({ language, quality }) => language !== undefined && quality > 0)
    .sort((a, b) => b.quality - a.quality);
  return best?.language ?? 'en';
}

const rangesMax = 20;

function rangeOf(part: string): { readonly language?: Language; readonly quality: number } {
  const [range = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
  const language = languages[range.split('-', 1)[0] ?? ''];
  const q = parameters.find((parameter) => parameter.startsWith('q='));
  const quality = q === undefined ? 1 : Number(q.slice(2));
  return {
    language,
    quality: Number.isFinite(quality) ? quality : 0,
  };
}
