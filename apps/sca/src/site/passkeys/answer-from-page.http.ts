import { decodeClientDataJSON } from '@simplewebauthn/server/helpers';

/** An authenticator's answer as the page sends it: a credential in JSON (WebAuthn level 3, 5.1.8). */
export interface AnswerFromPage {
  readonly id: string;
  readonly response: { readonly clientDataJSON: string; readonly userHandle?: unknown };
}

/**
 * Reads it; undefined for anything else. Its parts are for the library to judge, except for two that
 * it lets pass: an answer given inside somebody else's page, and what is not text.
 */
export function answerFromPage<Answer extends AnswerFromPage>(text: string): Answer | undefined {
  try {
    const answer = JSON.parse(text) as Answer | null;
    if (typeof answer?.id !== 'string') return undefined;
    const { crossOrigin } = decodeClientDataJSON(answer.response.clientDataJSON);
    return crossOrigin === true ? undefined : answer;
  } catch {
    return undefined;
  }
}
