import { Body, Post, UseGuards } from '@nestjs/common';
import { redirectTo } from '../frame/answer.js';
import type { Answer } from '../frame/answer.js';
import { PageController } from '../frame/answer.interceptor.js';
import { FormPipe } from '../frame/form.pipe.js';
import type { FormOf } from '../frame/form.pipe.js';
import { overviewPath, overviewWith } from '../frame/site-path.js';
import { CsrfGuard } from '../visit/csrf.guard.js';
import type { OverviewVisit } from '../visit/overview-visit.service.js';
import { CurrentOverview, OverviewGuard } from '../visit/overview.guard.js';
import { InboxService } from './inbox.service.js';

const fields = { item: 'text' } as const;

/** `/my/sign`: opens the approval page of an item that waits for a second signature. */
@PageController(`${overviewPath}/sign`)
@UseGuards(OverviewGuard, CsrfGuard)
export class InboxController {
  constructor(private readonly inbox: InboxService) {}

  @Post()
  async sign(
    @CurrentOverview() visit: OverviewVisit,
    @Body(new FormPipe(fields)) form: FormOf<typeof fields>,
  ): Promise<Answer> {
    const items = await this.inbox.items(visit);
    // An item that was signed meanwhile, or that is not for this PSU to sign, is not found.
    const item = items.find(({ isMine, key }) => key === form.item && !isMine);
    if (item === undefined) return redirectTo(overviewWith('gone'));
    return this.inbox.open(item, visit);
  }
}
