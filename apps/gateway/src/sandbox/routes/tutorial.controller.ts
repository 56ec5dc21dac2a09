import { Controller, Get, Header } from '@nestjs/common';
import { UnsignedRoute } from '../../request/route.decorator.js';
import { readTutorial, tutorialPath } from '../../description/first-payment.js';

/** The tutorial, which the description of a sandbox leads to. Production has no test customers. */
@Controller()
export class TutorialController {
  @Get(tutorialPath)
  @UnsignedRoute({
    id: 'getTutorial',
    summary: 'The tutorial: the first payment of a TPP',
    answers: {
      200: { says: 'Markdown.', schema: { type: 'string' }, mediaType: 'text/markdown' },
    },
  })
  @Header('content-type', 'text/markdown; charset=utf-8')
  @Header('cache-control', 'public, max-age=3600')
  @Header('x-content-type-options', 'nosniff')
  tutorial(): Promise<string> {
    return readTutorial();
  }
}
