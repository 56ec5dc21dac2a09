import { Injectable } from '@nestjs/common';
import { organizationIdentifierMax } from '@nordgate/signature';
import { Bank } from '../bank/bank.rows.js';
import type { Page } from '../frame/answer.js';
import { overviewPath } from '../frame/site-address.js';
import type { Reader } from '../frame/site.service.js';
import { InboxService } from './inbox.service.js';
import { PasskeyPresenter } from '../enrolment/passkey.presenter.js';
import type { OverviewVisit } from '../visit/overview-visit.guard.js';
import { accessesOnPage } from './overview-view.js';
import { renderEndAccess, renderOverview } from './overview.page.js';
import type { OverviewContent } from './overview.page.js';
import { OverviewService } from './overview.service.js';

/** The addresses of the forms. */
const addresses = {
  logIn: `${overviewPath}/log-in`,
  logOut: `${overviewPath}/log-out`,
  revoke: `${overviewPath}/revoke`,
  sign: `${overviewPath}/sign`,
};

/** Makes the overview of a PSU. */
@Injectable()
export class OverviewPresenter {
  constructor(
    private readonly overview: OverviewService,
    private readonly bank: Bank,
    private readonly inbox: InboxService,
    private readonly passkeys: PasskeyPresenter,
  ) {}

  /** What a PSU sees after the log-in. Throws ServiceUnavailableError. */
  async content(visit: OverviewVisit, reader: Reader): Promise<OverviewContent> {
    const { language } = reader;
    const { csrf, customerId, generation } = visit;
    const [known, customer, passkeys] = await Promise.all([
      this.overview.known(visit),
      this.bank.customer({ customerId }),
      this.passkeys.part(visit, language),
    ]);
    const person = customer ?? { customerId, name: '', contexts: [] };
    const inbox = await this.inbox.part(person, generation, language);
    return { csrf, accesses: accessesOnPage(known, person, reader), ...inbox, ...passkeys };
  }

  /** The page that asks once more before an access ends; undefined for an access that does not exist. */
  async endAccess(visit: OverviewVisit, key: string, reader: Reader): Promise<Page | undefined> {
    const { accesses = [], csrf } = await this.content(visit, reader);
    const access = accesses.find((one) => one.key === key);
    if (access === undefined) return undefined;
    const { revoke } = addresses;
    const title = { key: 'access.revokeTitle', parameters: { tpp: access.tppName } } as const;
    const html = renderEndAccess(reader, title, { access, csrf, revoke, keep: overviewPath });
    return { is: 'page', status: 200, language: reader.language, html };
  }

  page(reader: Reader, content: OverviewContent): Page {
    const appMax = organizationIdentifierMax;
    const data = { ...addresses, ...content, appMax, passOn: reader.overviewUrl };
    const html = renderOverview(reader, { key: 'my.title' }, data);
    return { is: 'page', status: 200, language: reader.language, html };
  }
}
