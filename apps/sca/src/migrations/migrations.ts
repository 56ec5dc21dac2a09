import { PsuById1790000000001 } from './1-psu-by-id.migration.js';
import { AuthorisationsOf1790000000002 } from './2-authorisations-of.migration.js';
import { AccessesOf1790000000003 } from './3-accesses-of.migration.js';
import { EndedResource1790000000004 } from './4-ended-resource.migration.js';
import { WrongTry1790000000005 } from './5-wrong-try.migration.js';
import { OpenAuthorisations1790000000006 } from './6-open-authorisations.migration.js';
import { AuthorisationsOfConsents1790000000007 } from './7-authorisations-of-consents.migration.js';
import { UnattendedRead1790000000008 } from './8-unattended-read.migration.js';
import { AccountAccess1790000000009 } from './9-account-access.migration.js';
import { LastRead1790000000010 } from './10-last-read.migration.js';
import { EndedResourceAge1790000000011 } from './11-ended-resource-age.migration.js';
import { ReadPermits1790000000012 } from './12-read-permits.migration.js';
import { ReadKinds1790000000013 } from './13-read-kinds.migration.js';
import { FactsInWorld1790000000014 } from './14-facts-in-world.migration.js';
import { UntouchedAuthorisations1790000000015 } from './15-untouched-authorisations.migration.js';

/** The migrations of the database of sca, the oldest first. */
export const migrations = [
  PsuById1790000000001,
  AuthorisationsOf1790000000002,
  AccessesOf1790000000003,
  EndedResource1790000000004,
  WrongTry1790000000005,
  OpenAuthorisations1790000000006,
  AuthorisationsOfConsents1790000000007,
  UnattendedRead1790000000008,
  AccountAccess1790000000009,
  LastRead1790000000010,
  EndedResourceAge1790000000011,
  ReadPermits1790000000012,
  ReadKinds1790000000013,
  FactsInWorld1790000000014,
  UntouchedAuthorisations1790000000015,
] as const;
