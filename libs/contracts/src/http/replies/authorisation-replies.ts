import { Type } from 'typebox';
import { SCA_STATUSES } from '../../codes/sca-statuses.js';
import { linksTo } from './links.js';
import { oneOf, reply, text } from './reply.js';
import type { ReplyOf } from './reply.js';

const authorisationId = text('Opaque; another TPP gets another id.');
const scaStatus = oneOf(SCA_STATUSES, 'Step of the authorisation.');

/** An authorisation as its TPP sees it (Berlin Group framework 1.3). */
export const StartedAuthorisation = reply('StartedAuthorisation', 'A new link for the PSU.', {
  authorisationId,
  scaStatus,
  _links: linksTo('scaRedirect', 'scaStatus'),
});
export type StartedAuthorisation = ReplyOf<typeof StartedAuthorisation>;

/** Ids of the authorisations of a resource, the oldest first. */
export const AuthorisationList = reply(
  'AuthorisationList',
  'The authorisations of a resource, the oldest first.',
  { authorisationIds: Type.Array(authorisationId) },
);
export type AuthorisationList = ReplyOf<typeof AuthorisationList>;

/** Where one authorisation stands. */
export const ScaStatusReply = reply('ScaStatusReply', 'Where one authorisation stands.', {
  scaStatus,
});
export type ScaStatusReply = ReplyOf<typeof ScaStatusReply>;
