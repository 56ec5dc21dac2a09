import { defaultProfile, readProfile } from '@nordgate/contracts/profile';
import type { BankProfile, Environment } from '@nordgate/contracts/profile';
import { SettingsFault } from './settings-fault.js';

/** Where a process finds the bank's profile (docs/reference/bank-profile.md). */
export interface ProfileSettings {
  readonly NORDGATE_ENVIRONMENT: Environment;
  /** Without it the profile that comes along for the environment. */
  readonly NORDGATE_PROFILE?: string;
}

/** Reads the bank's profile. Rejects with SettingsFault, also when it is for another environment. */
export async function bankProfileOf(settings: ProfileSettings): Promise<BankProfile> {
  const { NORDGATE_PROFILE: file, NORDGATE_ENVIRONMENT: environment } = settings;
  try {
    const profile = file === undefined ? defaultProfile(environment) : readProfile(file);
    if (profile.environment === environment) return await Promise.resolve(profile);
  } catch (error) {
    throw new SettingsFault(`NORDGATE_PROFILE: ${(error as Error).message}`);
  }
  throw new SettingsFault(`NORDGATE_PROFILE: ${file ?? ''} is not for ${environment}`);
}
