import type { TppAnswer } from '@nordgate/tpp-client';
import { demand } from './narrator.js';

interface Linked {
  readonly _links?: Readonly<Record<string, { readonly href: string; readonly verbs?: string[] }>>;
}

/** The JSON of an answer that must have this status. Throws JourneyFailed. */
export function jsonWith<T extends object>(answer: TppAnswer, status: number): T {
  demand(answer.status === status, `status ${String(status)}`, { ...answer, headers: undefined });
  demand(typeof answer.json === 'object' && answer.json !== null, 'a JSON object', answer.text);
  return answer.json as T;
}

/** The scaRedirect address of an answer. Throws JourneyFailed when there is none. */
export function scaRedirectOf(body: object): string {
  const link = (body as Linked)._links?.['scaRedirect'];
  demand(link !== undefined, 'a scaRedirect link', body);
  demand(link.verbs?.join() === 'GET', 'a scaRedirect link with the verb GET', link);
  return link.href;
}

/** The codes of the tppMessages of an answer. */
export function codesOf({ json }: TppAnswer): readonly string[] {
  const { tppMessages = [] } = (json ?? {}) as { tppMessages?: { code: string }[] };
  return tppMessages.map(({ code }) => code);
}
