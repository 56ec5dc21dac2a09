import { DecidesOn, HandlesCommand } from '@nordgate/messaging';
import { passkeysStream } from '../domain/passkeys.js';
import { enrolPasskey } from './enrol-passkey.js';

@HandlesCommand('EnrolPasskey')
export class EnrolPasskeyHandler extends DecidesOn(
  passkeysStream,
  enrolPasskey,
  (passkeys) => passkeys,
) {}
