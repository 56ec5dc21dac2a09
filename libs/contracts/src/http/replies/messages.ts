import { Type } from 'typebox';
import { MESSAGE_CODES } from '../../codes/message-codes.js';
import { linksTo } from './links.js';
import { oneOf, reply, text } from './reply.js';
import type { ReplyOf } from './reply.js';

/** Longest text for people (specification §7 and §8). */
const textLengthMax = 512;

/** An element of `tppMessages` (specification §7). */
export const TppMessage = reply('TppMessage', 'What is wrong, or discouraged.', {
  category: oneOf(['ERROR', 'WARNING']),
  code: oneOf(MESSAGE_CODES),
  path: Type.Optional(text('JSON pointer into the body, or name of a header or query parameter.')),
  text: Type.Optional(text('In the negotiated language.', { maxLength: textLengthMax })),
});
export type TppMessage = ReplyOf<typeof TppMessage>;

/** Body of every answer other than 2xx (specification §7); a 401 may carry a `scaRedirect` link. */
export const ErrorBody = reply('ErrorBody', 'Body of every answer other than 2xx.', {
  tppMessages: Type.Array(TppMessage, { minItems: 1 }),
  _links: Type.Optional(linksTo('scaRedirect')),
});
export type ErrorBody = ReplyOf<typeof ErrorBody>;

/** What answers may say besides their content. */
export const remarks = {
  tppMessages: Type.Optional(Type.Array(TppMessage, { minItems: 1 })),
};

/** The same, with a word for the PSU. */
export const remarksAndPsuMessage = {
  ...remarks,
  psuMessage: Type.Optional(text('For the PSU.', { maxLength: textLengthMax })),
};
