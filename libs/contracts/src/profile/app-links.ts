import { Description, Optional } from '../base/fields/field.js';
import { NestedList } from '../base/fields/nested.js';
import { Pattern } from '../base/fields/values.js';

/** Team and bundle of an iOS app, as Apple writes them together. */
const iosAppId = /^[A-Z0-9]{10}\.[A-Za-z0-9.-]{1,155}$/u;
/** Name of an Android package. */
const androidPackage = /^[A-Za-z]\w*(?:\.[A-Za-z]\w*)+$/u;
/** SHA-256 of the certificate that an Android app is signed with. */
const androidFingerprint = /^[0-9A-F]{2}(?::[0-9A-F]{2}){31}$/u;

/** An app of the bank for iOS. */
export class ProfileIosApp {
  @Pattern(iosAppId, 'profile.iosAppId')
  @Description('Team and bundle, such as ABCDE12345.no.bank.app.')
  appId!: string;
}

/** An app of the bank for Android. */
export class ProfileAndroidApp {
  @Pattern(androidPackage, 'profile.androidPackage')
  @Description('Name of the package.')
  packageName!: string;

  @Pattern(androidFingerprint, 'profile.androidFingerprint')
  @Description('SHA-256 of the certificate it is signed with, in upper-case pairs with colons.')
  fingerprint!: string;
}

/** The bank's apps that may open links of the approval site. */
export class ProfileAppLinks {
  @Optional()
  @NestedList(ProfileIosApp, 10)
  @Description('Apps for iOS.')
  ios?: ProfileIosApp[];

  @Optional()
  @NestedList(ProfileAndroidApp, 10)
  @Description('Apps for Android.')
  android?: ProfileAndroidApp[];
}
