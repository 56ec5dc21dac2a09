import { Injectable } from '@nestjs/common';
import type { ActingContext } from '@nordgate/contracts/queries';
import type { Debtor, ScaMethodName } from '@nordgate/contracts/events';
import { defined } from '@nordgate/decider';
import type { Authorisation, Challenge } from '../../authorisation/authorisation.js';
import { isSameChallenge } from '../../authorisation/same-challenge.js';
import type { RefuseAuthorisation } from '../../authorisation/finish-authorisation.js';
import { AuthorisationService } from '../bank/authorisation.service.js';
import { approvalText } from '../challenge/sca-method.js';
import type { Approval } from '../challenge/sca-method.js';
import { ScaMethodService } from '../challenge/sca-method.service.js';
import { Site } from '../frame/site.service.js';
import type { Again } from '../content/notice.part.js';
import { wrongProofId } from '../security/tokens.js';
import { challengeOf } from '../content/approval-content.js';
import type { Approvable } from '../content/approvable.service.js';
import { hashOfChoice } from '../content/picked-accounts.js';

/** The fields of an approval form that the decision is made from. */
export interface ApprovalForm {
  /** The method of the page. */
  readonly method: string;
  /** The hash of the choice of accounts on the page; empty without a choice. */
  readonly shown: string;
  /** The code, or the answer of the authenticator. */
  readonly code: string;
  /** The random name of the page: a double click on its button is one attempt. */
  readonly page: string;
}

/** Challenges the PSU, checks the proof and records the decision. */
@Injectable()
export class DecisionService {
  constructor(
    private readonly site: Site,
    private readonly authorisations: AuthorisationService,
    private readonly methods: ScaMethodService,
  ) {}

  /**
   * Records what the PSU is shown, with the method that the PSU picked (`method`, may be empty).
   * Returns the authorisation after that: challenged, or over. Undefined, with nothing recorded, when no
   * method of the PSU fits.
   */
  async challenge(
    { authorisation, content }: Pick<Approvable, 'authorisation' | 'content'>,
    { id, method = '' }: { readonly id: string; readonly method?: string },
  ): Promise<Authorisation | undefined> {
    const next = await this.methods.next(id, { authorisation, content }, method);
    if (next === undefined) return undefined;
    const data = challengeOf(next, content);
    return this.authorisations.execute(id, { type: 'ShowChallenge', data });
  }

  /**
   * Finalises the authorisation if the form proves that the PSU approves what is there now. A wrong
   * proof is counted and may end the authorisation. Returns the authorisation, or why the PSU has to
   * look again.
   */
  async approve(
    id: string,
    { authorisation, content }: Approvable,
    form: ApprovalForm,
  ): Promise<Authorisation | Again> {
    const challenge = shownChallenge({ authorisation, content }, form);
    if (challenge === undefined) return 'changed';
    const { customerId } = authorisation.psu;
    const approval = { ...challenge, authorisationId: id, customerId };
    const isProved = await this.methods.named(challenge.method).proves(form.code, approval);
    if (!isProved) return this.countWrongProof(id, approval, form);
    const { context, declined, signers } = content;
    const after = await this.authorisations.execute(id, {
      type: 'FinaliseAuthorisation',
      data: { proved: challenge, declined, signers, ...debtorIn(context) },
    });
    // Another tab of the PSU was shown something else since this request read the authorisation.
    return after.is === 'scaMethodSelected' ? 'changed' : after;
  }

  /** Ends the authorisation because the PSU refuses, or may debit none of the accounts. */
  refuse(id: string, data: RefuseAuthorisation['data'] = {}): Promise<Authorisation> {
    return this.authorisations.execute(id, { type: 'RefuseAuthorisation', data });
  }

  /**
   * A wrong proof counts once per page and content. A client can leave the name of the page out or repeat
   * it: then it repeats a proof that is known to be wrong for this content, and learns nothing.
   */
  private async countWrongProof(
    id: string,
    approval: Approval & Pick<Challenge, 'method'>,
    { code, page }: ApprovalForm,
  ): Promise<Authorisation | Again> {
    const { method, nonce = '' } = approval;
    const proof = { page, challenge: [method, nonce, approvalText(approval)], proof: code };
    const attempt = wrongProofId(this.site.cookieKey, id, proof);
    const after = await this.authorisations.execute(id, { type: 'RefuseCode', data: {} }, attempt);
    return after.is === 'scaMethodSelected' ? wrongProofOf[method] : after;
  }
}

const wrongProofOf: { readonly [Method in ScaMethodName]: Again } = {
  'sandbox-code': 'wrong-code',
  passkey: 'wrong-passkey',
  oidc: 'wrong-oidc',
};

/** The challenge that was shown last, if it is that of the form and the content is still the same. */
export function shownChallenge(
  { authorisation, content }: Pick<Approvable, 'authorisation' | 'content'>,
  { method, shown }: Pick<ApprovalForm, 'method' | 'shown'>,
): Challenge | undefined {
  if (authorisation.is !== 'scaMethodSelected') return undefined;
  const { challenge } = authorisation;
  const now = challengeOf(challenge, content);
  const hash = now.accounts === undefined ? '' : hashOfChoice(now);
  const isOfForm = method === challenge.method && shown === hash;
  return isOfForm && isSameChallenge(challenge, now) ? challenge : undefined;
}

/** The owner of the accounts of a context, when the bank knows the parts of their address. */
function debtorIn({ name, address }: ActingContext): { readonly debtor?: Debtor } {
  return defined({ debtor: address && { name, address } });
}
