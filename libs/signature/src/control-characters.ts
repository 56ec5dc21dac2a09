const CONTROL = /\p{Cc}/u;

/**
 * Tells whether text holds a C0 or C1 control character or DEL (Unicode category Cc). Decoded
 * header text with CR, LF or NUL could forge log lines and forwarded headers.
 */
export function hasControlCharacter(text: string): boolean {
  return CONTROL.test(text);
}
