import { pageOf } from './templates.page.js';

/** Shown while the event that opens the link is on its way. */
export const renderWaiting = pageOf<Record<string, never>>(`
<p class="lead" role="status"><%= it.t('waiting.text') %></p>
`);
