import type { TextKey } from '../language/en.js';
import { passkeyCeremonyPart } from './passkey-ceremony.part.js';
import { pageOf } from './templates.page.js';

/** Where a passkey is made, after the SCA for it. */
export interface EnrolmentPage {
  readonly notice?: TextKey;
  readonly csrf: string;
  readonly action: string;
  /** What the browser asks an authenticator for: PublicKeyCredentialCreationOptionsJSON as JSON. */
  readonly request: string;
  /** Where the PSU goes back without a passkey. */
  readonly cancel: string;
}

export const renderEnrolment = pageOf<EnrolmentPage>(`
<% if (it.notice) { %>
<p class="problem" role="alert"><%= it.t(it.notice) %></p>
<% } %>
<p class="lead"><%= it.t('passkey.enrolText') %></p>
<form class="card" method="post" action="<%= it.action %>" data-passkey="<%= it.request %>">
<input type="hidden" name="csrf" value="<%= it.csrf %>">
<label for="passkey-name"><%= it.t('passkey.name') %></label>
<p class="hint" id="hint"><%= it.t('passkey.nameHint') %></p>
<input id="passkey-name" name="name" type="text" maxlength="40" autocomplete="off"
 aria-describedby="hint">
${passkeyCeremonyPart}
<button type="submit" name="action" value="enrol" data-passkey-button hidden><%= it.t('passkey.create') %></button>
</form>
<form class="away" method="post" action="<%= it.cancel %>">
<input type="hidden" name="csrf" value="<%= it.csrf %>">
<button type="submit" class="quiet" name="action" value="cancel"><%= it.t('passkey.cancel') %></button>
</form>
`);
