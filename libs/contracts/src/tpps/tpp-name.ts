/** The bank's name on its own pages. */
export const bankName = 'Nordgate';

/** Most characters of a TPP's name on a page; X.520 allows 64 for an organisation. */
const nameLengthMax = 70;

/** Characters that show nothing or change the direction of the text around them. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu;
/** Characters that show a gap: white space, control characters and the blank Braille pattern. */
const gaps = /[\p{White_Space}\p{Cc}\u2800]+/gu;
/** Marks without a letter would be drawn over the text before the name. */
const leadingMarks = /^[\p{M} ]+/u;

/**
 * The name under which a PSU sees a TPP. It comes from the TPP's certificate, so a PSU must not be able
 * to take it for anything else: it has visible characters in one direction only. A name that shows
 * nothing, or could be read as the bank's own, is replaced by the organizationIdentifier.
 *
 * @param organisation organizationName of the certificate
 * @param tppId its organizationIdentifier, which pages show beside the name
 */
export function shownTppName(organisation: string | undefined, tppId: string): string {
  const cleaned = (organisation ?? '')
    .normalize('NFC')
    .replace(invisible, '')
    .replace(gaps, ' ')
    .replace(leadingMarks, '');
  const name = [...cleaned].slice(0, nameLengthMax).join('').trim();
  const isUsable = name !== '' && !couldBeTheBank(name) && !name.split(' ').some(mixesScripts);
  return isUsable ? name : tppId;
}

/** Digits that are read as a letter of the bank's name. */
const letterLike: Readonly<Record<string, string>> = { 0: 'o', 3: 'e', 4: 'a', 6: 'g', 7: 't' };

function couldBeTheBank(name: string): boolean {
  const letters = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/\d/g, (digit) => letterLike[digit] ?? digit);
  return letters.includes(bankName.toLowerCase());
}

/** Latin letters beside look-alikes of another script, such as a Cyrillic о (Unicode TS 39, section 5). */
function mixesScripts(word: string): boolean {
  const letters = word.replace(/\P{L}/gu, '');
  return /\p{Script=Latin}/u.test(letters) && /\P{Script=Latin}/u.test(letters);
}
