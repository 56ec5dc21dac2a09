import Negotiator from 'negotiator';

/** How an answer may be coded on its way; `identity` is not at all. */
export type Encoding = 'gzip' | 'br' | 'identity';

/** Whether an Accept header leaves room for JSON; its other parameters do not matter. */
export function takesJson(accept: string): boolean {
  // What nearly all TPPs send.
  if (accept === 'application/json' || accept === '*/*') return true;
  const ranges = accept.split(',').map(withoutParameters).join(',');
  const negotiator = new Negotiator({ headers: { accept: ranges.toLowerCase() } });
  return negotiator.mediaTypes(['application/json']).length > 0;
}

/** The coding that an Accept-Encoding header likes best; undefined when it refuses all of them. */
export function encodingFor(acceptEncoding: string): Encoding | undefined {
  return bestOf(acceptEncoding, ['gzip', 'br', 'identity']);
}

/** Whether an answer may go out as it is: unless the header says otherwise, it may. */
export function takesIdentity(acceptEncoding: string): boolean {
  // Only a weight of nothing refuses it.
  if (!/q\s*=\s*0/i.test(acceptEncoding)) return true;
  return bestOf(acceptEncoding, ['identity']) !== undefined;
}

function bestOf(acceptEncoding: string, offered: Encoding[]): Encoding | undefined {
  const headers = { 'accept-encoding': acceptEncoding.toLowerCase() };
  const [best] = new Negotiator({ headers }).encodings(offered);
  return best as Encoding | undefined;
}

export const takesEncoding = (acceptEncoding: string): boolean =>
  encodingFor(acceptEncoding) !== undefined;

/** Negotiator would look for `charset=utf-8` in what is offered. */
function withoutParameters(range: string): string {
  const [type = '', ...parameters] = range.split(';');
  const weight = parameters.find((one) => /^\s*q\s*=/i.test(one));
  return weight === undefined ? type : `${type};${weight.trim()}`;
}
