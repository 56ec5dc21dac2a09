import { Body, Post, UseGuards } from '@nestjs/common';
import { isFull } from '../../passkeys/passkeys.js';
import { redirectTo } from '../frame/answer.js';
import type { Answer } from '../frame/answer.js';
import { PageController } from '../frame/answer.interceptor.js';
import { FormPipe } from '../frame/form.pipe.js';
import type { FormOf } from '../frame/form.pipe.js';
import { overviewPath, overviewWith, passkeyPath } from '../frame/site-address.js';
import { CurrentBrowser } from '../frame/site.service.js';
import type { Browser } from '../security/browser.js';
import { enrolmentCookie } from '../security/cookies.js';
import { CsrfGuard } from '../visit/csrf.guard.js';
import { enter, EntryService } from '../visit/entry.service.js';
import { bankItself } from '../visit/opening.js';
import type { OverviewVisit } from '../visit/overview-visit.guard.js';
import { CurrentOverview, OverviewGuard, VisitEndService } from '../visit/overview-visit.guard.js';
import { passkeyKey } from './passkey.presenter.js';
import { listOf, PasskeyService } from '../passkey/passkey.service.js';

const removalFields = { passkey: 'text' } as const;

/** `/my/passkeys`: starts the SCA that adds a passkey, and removes passkeys. */
@PageController(passkeyPath)
@UseGuards(OverviewGuard, CsrfGuard)
export class PasskeyController {
  constructor(
    private readonly passkeys: PasskeyService,
    private readonly entries: EntryService,
    private readonly ends: VisitEndService,
  ) {}

  @Post()
  async begin(
    @CurrentOverview() visit: OverviewVisit,
    @CurrentBrowser() browser: Browser,
  ): Promise<Answer> {
    // The button is hidden then, but an older page may still show it.
    if (isFull(await this.passkeys.of(visit))) {
      return redirectTo(overviewWith('passkey-full'));
    }
    await this.ends.endEnrolment(browser);
    const resource = { kind: 'access', asks: 'passkey' } as const;
    const opening = { resource, initiator: bankItself };
    const { id, secret } = await this.entries.open(opening, visit);
    return enter(id, secret, [{ name: enrolmentCookie, value: id }]);
  }

  @Post('remove')
  async remove(
    @CurrentOverview() visit: OverviewVisit,
    @Body(new FormPipe(removalFields)) form: FormOf<typeof removalFields>,
  ): Promise<Answer> {
    const passkeys = listOf(await this.passkeys.of(visit));
    // A passkey that a first click removed, or that belongs to another customer, is not found.
    const passkey = passkeys.find((one) => passkeyKey(one) === form.passkey);
    if (passkey === undefined) return redirectTo(overviewPath);
    const { credentialId } = passkey;
    await this.passkeys.execute(visit, { type: 'RemovePasskey', data: { credentialId } });
    return redirectTo(overviewWith('passkey-removed'));
  }
}
