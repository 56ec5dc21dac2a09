// The category Cc spelled out: half the time of \p{Cc}, and every request is asked.
// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001F\u007F-\u009F]/;

/**
 * Tells whether text holds a C0 or C1 control character or DEL (Unicode category Cc). Decoded
 * header text with CR, LF or NUL could forge log lines and forwarded headers.
 */
export function hasControlCharacter(text: string): boolean {
  return CONTROL.test(text);
}
