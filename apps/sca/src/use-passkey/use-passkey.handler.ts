import { DecidesOn, HandlesCommand } from '@nordgate/messaging';
import { passkeysStream } from '../domain/passkeys.js';
import { usePasskey } from './use-passkey.js';

@HandlesCommand('UsePasskey')
export class UsePasskeyHandler extends DecidesOn(
  passkeysStream,
  usePasskey,
  (passkeys) => passkeys,
) {}
