import { createHash } from 'node:crypto';
import { DOMParser } from '@xmldom/xmldom';
import type { Document } from '@xmldom/xmldom';
import { ObjectMissingError } from '@nordgate/event-store';
import type { ObjectStore } from '@nordgate/event-store';
import { AwsClient } from 'aws4fetch';

/** A bucket of an object store that speaks the protocol of Amazon S3, and who writes there. */
export interface Bucket {
  /** The address of the store, without the bucket. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Stands ahead of the name of each object; empty for none. */
  readonly prefix: string;
}

/** The store refused a request, or did not answer it as the protocol says. */
export class BucketError extends Error {
  override readonly name = 'BucketError';
}

/** An object of some megabytes takes a store less. */
const limitMs = 60_000;
/** Of requests that the store answers with 5xx or 429. */
const retries = 4;

/** Objects in a bucket. Requests are signed (AWS Signature Version 4), and the store checks the hash of each object. */
export class BucketStore implements ObjectStore {
  private readonly client: AwsClient;

  constructor(private readonly place: Bucket) {
    const { accessKeyId, secretAccessKey, region } = place;
    this.client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries });
  }

  async put(name: string, bytes: Buffer): Promise<void> {
    const answer = await this.send('PUT', this.urlOf(name), bytes);
    if (answer.status !== 200) throw await refusalOf(answer, `PUT ${name}`);
  }

  async get(name: string): Promise<Buffer> {
    const answer = await this.send('GET', this.urlOf(name));
    if (answer.status === 404) throw new ObjectMissingError(name);
    if (answer.status !== 200) throw await refusalOf(answer, `GET ${name}`);
    return Buffer.from(await answer.arrayBuffer());
  }

  async remove(name: string): Promise<void> {
    const answer = await this.send('DELETE', this.urlOf(name));
    if (![200, 204, 404].includes(answer.status)) throw await refusalOf(answer, `DELETE ${name}`);
  }

  async list(prefix: string): Promise<readonly string[]> {
    const names: string[] = [];
    let next: string | undefined;
    do {
      const page = await this.listPage(prefix, next);
      names.push(...textsIn(page, 'Key').map((key) => key.slice(this.place.prefix.length)));
      [next] = textsIn(page, 'NextContinuationToken');
    } while (next !== undefined);
    return names;
  }

  private async listPage(prefix: string, after: string | undefined): Promise<Document> {
    const url = this.urlOf('');
    url.pathname = `/${this.place.bucket}`;
    url.searchParams.set('list-type', '2');
    url.searchParams.set('prefix', `${this.place.prefix}${prefix}`);
    if (after !== undefined) url.searchParams.set('continuation-token', after);
    const answer = await this.send('GET', url);
    if (answer.status !== 200) throw await refusalOf(answer, `the list of ${prefix}`);
    try {
      return new DOMParser({ onError: failAtOnce }).parseFromString(
        await answer.text(),
        'text/xml',
      );
    } catch (cause) {
      throw new BucketError(`the list of ${prefix} is no XML`, { cause });
    }
  }

  private urlOf(name: string): URL {
    const { endpoint, bucket, prefix } = this.place;
    return new URL(`/${bucket}/${prefix}${name}`, endpoint);
  }

  private send(method: 'GET' | 'PUT' | 'DELETE', url: URL, bytes?: Buffer): Promise<Response> {
    const headers = {
      'x-amz-content-sha256': createHash('sha256')
        .update(bytes ?? '')
        .digest('hex'),
    };
    const signal = AbortSignal.timeout(limitMs);
    const body = bytes === undefined ? {} : { body: new Uint8Array(bytes) };
    return this.client.fetch(url.href, { method, headers, signal, ...body });
  }
}

/** The texts of all elements with a name. */
function textsIn(document: Document, element: string): readonly string[] {
  return [...document.getElementsByTagName(element)].map(({ textContent }) => textContent ?? '');
}

const reasonMax = 300;

async function refusalOf(answer: Response, what: string): Promise<BucketError> {
  const reason = (await answer.text()).slice(0, reasonMax);
  return new BucketError(`${what} was answered with ${String(answer.status)}: ${reason}`);
}

function failAtOnce(level: string, message: string): void {
  if (level !== 'warning') throw new Error(message);
}
