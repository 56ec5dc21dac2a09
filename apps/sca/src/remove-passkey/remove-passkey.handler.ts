import { DecidesOn, HandlesCommand } from '@nordgate/messaging';
import { passkeysStream } from '../domain/passkeys.js';
import { removePasskey } from './remove-passkey.js';

@HandlesCommand('RemovePasskey')
export class RemovePasskeyHandler extends DecidesOn(
  passkeysStream,
  removePasskey,
  (passkeys) => passkeys,
) {}
