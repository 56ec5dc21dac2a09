/** Places the surrogates, which begin characters beyond U+FFFF, behind U+E000 … U+FFFF. */
const place = (unit: number): number =>
  unit < 0xd800 ? unit : unit >= 0xe000 ? unit - 0x800 : unit + 0x2000;

/** The order of the collation "C" in UTF-8: by code points. */
export function compareText(left: string, right: string): number {
  if (left === right) return 0;
  const length = Math.min(left.length, right.length);
  for (let at = 0; at < length; at++) {
    const [a, b] = [left.charCodeAt(at), right.charCodeAt(at)];
    if (a !== b) return place(a) - place(b);
  }
  return left.length - right.length;
}
