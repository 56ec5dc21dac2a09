import { passkeyCeremonyPart } from './passkey-ceremony.part.js';

/** The PSU proves it by passkey: a part of the approval form. */
export const passkeyProofPart = `
<p class="hint" id="hint"><%= it.t('passkey.proofHint') %>
 <%= it.t('approval.minutesLeft', { minutes: String(it.minutesLeft) }) %></p>
${passkeyCeremonyPart}
<button type="submit" name="action" value="approve" data-passkey-button aria-describedby="hint" hidden><%= it.t('passkey.submit.' + it.kind) %></button>
`;
