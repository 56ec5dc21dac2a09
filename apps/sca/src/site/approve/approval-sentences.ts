import { isPeriodic } from '@nordgate/contracts/events';
import type { Link } from '../../authorisation/authorisation.js';
import { isOwnBusiness } from '../../authorisation/same-challenge.js';
import type { AccessPart } from './access-part.js';
import { approvedOf } from '../content/approval-content.js';
import type { ApprovalContent } from '../content/approval-content.js';
import { pageKindOf } from '../frame/page-kind.js';
import type { PageKind } from '../frame/page-kind.js';
import type { Reader } from '../frame/site.service.js';
import type { TextKey } from '../language/texts.js';

/** What an approval page says around its content. */
export type ApprovalSentences = Pick<AccessPart, 'now' | 'then' | 'refuseHint'> & {
  /** Who asks; absent when the bank asks itself. */
  readonly lead?: string | undefined;
};

/** What is asked for, and what is on its page. */
export interface AskedOnPage {
  readonly link: Pick<Link, 'initiator' | 'resource'>;
  readonly content: Pick<ApprovalContent, 'payments'>;
  /** The sentences of a consent. */
  readonly access?: AccessPart | undefined;
  /** Whether the bank exempts recent reads from the hour of the session: the page then names no hour. */
  readonly exemptsReads: boolean;
}

/** Who asks, the state before the decision, and what each decision changes. */
export function sentencesOf(
  { access, content, exemptsReads, link }: AskedOnPage,
  { t }: Pick<Reader, 't'>,
): ApprovalSentences {
  if (access !== undefined) return access;
  const { initiator, resource } = link;
  const { tppName: tpp } = initiator;
  const kind = pageKindOf(resource);
  if (kind === 'contact') return contactSentences(initiator, exemptsReads, t);
  if (kind === 'access') throw new Error('a consent has its own sentences');
  return {
    lead: isOwnBusiness(resource) ? undefined : t('who.asks', { tpp }),
    now: [],
    then: [...thenKeys(kind, content)].map((key) => t(key)),
    refuseHint: t(`approval.refuseHint.${kind}`),
  };
}

function thenKeys(kind: PageKind, content: AskedOnPage['content']): readonly TextKey[] {
  if (kind === 'passkey') return ['approval.passkeyText'];
  if (kind !== 'cancellation') return [];
  const areMany = approvedOf(content).some(({ instruction }) => isPeriodic(instruction));
  return [areMany ? 'approval.stopHint.periodic' : 'approval.stopHint.once'];
}

/** What a TPP gets that asks who the PSU is (specification 4.4, `/v1/user`), by its roles. */
function contactSentences(
  { roles, tppName: tpp }: Link['initiator'],
  exemptsReads: boolean,
  t: Reader['t'],
): ApprovalSentences {
  const reads = roles?.includes('PSP_AI') !== false;
  const readsText = exemptsReads ? 'approval.contactTextExempt' : 'approval.contactText';
  const pays = roles?.includes('PSP_PI') !== false;
  return {
    lead: t('access.asksContact', { tpp }),
    now: [],
    then: [
      t('access.contact', { tpp }),
      ...(reads ? [t(readsText, { tpp })] : []),
      ...(pays ? [t('access.payments')] : []),
    ],
    refuseHint: t('access.refuseContact', { tpp }),
  };
}

/** What the proof of a page does: its hint says so. */
const proofActs: { readonly [Kind in PageKind]: 'approve' | 'stop' | 'access' | 'identity' } = {
  payment: 'approve',
  basket: 'approve',
  cancellation: 'stop',
  access: 'access',
  contact: 'identity',
  overview: 'identity',
  passkey: 'identity',
};

/** The act of a proof on a page of this kind. */
export function proofActOf(kind: PageKind): 'approve' | 'stop' | 'access' | 'identity' {
  return proofActs[kind];
}
