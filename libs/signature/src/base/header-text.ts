/**
 * Decodes base64 (RFC 4648 section 4) strictly: the alphabet, the padding and zero spare bits must
 * be right, and the text may hold nothing else. `Buffer.from` skips characters that it does not
 * know, so the bytes are encoded again and compared.
 *
 * @returns the bytes, empty for empty text; undefined when the text is not canonical base64
 */
export function decodeBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : undefined;
}

// The category Cc spelled out takes half the time of \p{Cc}, and this runs on every request.
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001F\u007F-\u009F]/;

/**
 * Tells whether text holds a C0 or C1 control character or DEL (Unicode category Cc). Decoded
 * header text with CR, LF or NUL could forge log lines and forwarded headers.
 */
export function hasControlCharacter(text: string): boolean {
  return CONTROL.test(text);
}

/**
 * Cuts the optional white space around a header's value (RFC 9110 section 5.6.3): spaces and tabs.
 * `String.trim` would also cut no-break spaces, which are part of the value.
 */
export function withoutOuterSpace(value: string): string {
  let start = 0;
  let end = value.length;
  while (isSpace(value.charCodeAt(start))) start += 1;
  while (isSpace(value.charCodeAt(end - 1))) end -= 1;
  return value.slice(start, end);
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09;
}
