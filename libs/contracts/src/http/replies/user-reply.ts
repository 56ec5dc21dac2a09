import { Type } from 'typebox';
import { oneOf, reply, text } from './reply.js';
import type { ReplyOf } from './reply.js';

/** The PSU of a live session. */
export const UserReply = reply('UserReply', 'The PSU of a live session.', {
  psuId: text('Goes into PSU-ID.', { format: 'uuid' }),
  psuCorporateId: Type.Optional(text('Goes into PSU-Corporate-ID.')),
  context: oneOf(['PRIVATE', 'CORPORATE']),
  sessionEndsAt: text("When the session's hour ends (specification 5.13).", {
    format: 'date-time',
  }),
});
export type UserReply = ReplyOf<typeof UserReply>;
