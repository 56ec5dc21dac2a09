import { passkeyScriptTag } from './passkey-script.js';

/**
 * What the script for passkeys finds in a form with `data-passkey`: its answer goes into `code`. As
 * long as it has not run, or cannot, the page says so and shows no button.
 */
export const passkeyCeremonyPart = `
<input type="hidden" name="code" value="">
<p class="problem" data-passkey-unsupported><%= it.t('passkey.unsupported') %></p>
<p class="problem" role="alert" data-passkey-problem hidden><%= it.t('passkey.problem') %></p>
<p class="problem" role="alert" data-passkey-known hidden><%= it.t('passkey.known') %></p>
${passkeyScriptTag}
`;
