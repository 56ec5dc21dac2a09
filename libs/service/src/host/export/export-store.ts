import { AnyText, OneOf, Optional, Origin, Path, Pattern } from '@nordgate/contracts/fields';
import { FolderStore } from '@nordgate/event-store';
import type { ObjectStore } from '@nordgate/event-store';
import type { Current, SecretWatch } from '../secrets/secret-watch.js';
import { watchFiles } from '../secrets/watched-files.js';
import { refusePlaintext } from '../settings/mounted-settings.js';
import type { PlaintextSettings } from '../settings/mounted-settings.js';
import { readObject, SettingsError } from '../settings/read-settings.js';
import type { BucketStore } from './bucket-store.js';

/** The file of a store that is a folder. */
class FolderPlace {
  @OneOf(['folder'])
  kind!: 'folder';

  @Path()
  folder!: string;
}

/** The file of a store that is a bucket. */
class BucketPlace {
  @OneOf(['s3'])
  kind!: 's3';

  @Origin()
  endpoint!: string;

  @Pattern(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/u, 'bucket.name')
  bucket!: string;

  @AnyText()
  accessKeyId!: string;

  @AnyText()
  secretAccessKey!: string;

  @Optional()
  @AnyText()
  region?: string;

  /** Stands ahead of the names of all objects. */
  @Optional()
  @Pattern(/^(?:[A-Za-z0-9._-]+\/)+$/u, 'bucket.prefix')
  prefix?: string;
}

type StoreSetting = 'EXPORT_STORE_FILE' | 'ARCHIVE_STORE_FILE';
/** What stores that have no regions expect. */
const regionDefault = 'us-east-1';

/** Where a service may export to, and where its archive may be: the names of files that hold a secret. */
export type ObjectStoreSettings = PlaintextSettings & {
  readonly [Setting in StoreSetting]?: string;
};

/**
 * The store that the file of a setting names, read again when the file changes; undefined without the setting. Throws
 * SettingsError, which never repeats a secret, also in production for a store without TLS.
 */
export async function objectStoreOf(
  setting: StoreSetting,
  settings: ObjectStoreSettings,
  watch: SecretWatch,
): Promise<Current<ObjectStore> | undefined> {
  const { [setting]: path } = settings;
  if (path === undefined) return undefined;
  // Loaded here, because most processes have no bucket, and its library for XML is large.
  const bucket = await import('./bucket-store.js');
  const read = ({ [setting]: text = '' }: Readonly<Record<string, string>>) =>
    storeIn(setting, text, settings, bucket.BucketStore);
  return watchFiles(watch, { [setting]: path }, { read });
}

function storeIn(
  setting: StoreSetting,
  text: string,
  settings: ObjectStoreSettings,
  Bucket: typeof BucketStore,
): ObjectStore {
  const place = placeIn(setting, text);
  if (place instanceof FolderPlace) return new FolderStore(place.folder);
  if (!place.endpoint.startsWith('https:')) {
    refusePlaintext('export', settings, `${setting}: an endpoint with https`);
  }
  const { endpoint, bucket, accessKeyId, secretAccessKey } = place;
  const { region = regionDefault, prefix = '' } = place;
  return new Bucket({ endpoint, bucket, region, accessKeyId, secretAccessKey, prefix });
}

function placeIn(setting: StoreSetting, text: string): FolderPlace | BucketPlace {
  const object = jsonIn(setting, text);
  const { kind } = object as { readonly kind?: unknown };
  const read =
    kind === 'folder' ? readObject(FolderPlace, object) : readObject(BucketPlace, object);
  if ('value' in read) return read.value;
  if (kind !== 'folder' && kind !== 's3') {
    throw new SettingsError(`${setting}: kind: The value must be one of: folder, s3.`);
  }
  throw new SettingsError(read.faults.map((fault) => `${setting}: ${fault}`));
}

function jsonIn(setting: StoreSetting, text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // The same fault as for JSON that is no object.
  }
  throw new SettingsError(`${setting} holds no JSON object`);
}
