import { bucketArn } from '../../wire/names.ts';
import { ServiceError, type WireRequest, type WireResponse, type WireService } from '../../wire/service.ts';
import { decodeAwsChunked } from './aws-chunked.ts';
import { verifyChecksums } from './checksums.ts';
import { answerObject } from './object-answer.ts';
import type { ObjectHeaders, ObjectStore } from './object-store.ts';
import { listingXml, unescapeXml, xml, xmlError } from './object-xml.ts';

const keptHeaders = ['content-type', 'cache-control', 'content-disposition', 'content-language', 'expires'];

/** `/bucket/key%20one` → its parts, decoded. */
export function objectAddress(path: string): { bucket: string; key: string } {
  const [, bucket = '', ...rest] = path.split('/');
  return { bucket: decodeURIComponent(bucket), key: decodeURIComponent(rest.join('/')) };
}

function headersToKeep(headers: Readonly<Record<string, string>>): ObjectHeaders {
  const kept: ObjectHeaders = { 'content-type': 'binary/octet-stream' };
  for (const [name, value] of Object.entries(headers)) {
    if (keptHeaders.includes(name) || name.startsWith('x-amz-meta-')) kept[name] = value;
  }
  const encoding = headers['content-encoding']?.replace(/aws-chunked,?\s*/, '');
  if (encoding) kept['content-encoding'] = encoding;
  return kept;
}

async function put(
  store: ObjectStore,
  request: WireRequest,
  bucket: string,
  key: string,
): Promise<WireResponse> {
  const streamed = request.headers['x-amz-content-sha256']?.startsWith('STREAMING-') ?? false;
  const { body, trailers } = streamed ? decodeAwsChunked(request.body) : { body: request.body, trailers: {} };
  const checksums = verifyChecksums(body, { ...request.headers, ...trailers });
  if (Buffer.byteLength(key) > 1024) throw new ServiceError('KeyTooLongError', 'Your key is too long');
  checkPreconditions(store, request, bucket, key);
  const stored = await store.put(bucket, key, body, { ...headersToKeep(request.headers), ...checksums });
  return { status: 200, headers: { etag: `"${stored.etag}"`, ...checksums } };
}

function checkPreconditions(store: ObjectStore, request: WireRequest, bucket: string, key: string): void {
  const failed = new ServiceError(
    'PreconditionFailed',
    'At least one of the pre-conditions you specified did not hold',
    412,
  );
  const current = store.head(bucket, key);
  if (request.headers['if-none-match'] === '*' && current) throw failed;
  const expected = request.headers['if-match'];
  if (expected !== undefined && expected.replaceAll('"', '') !== current?.etag) throw failed;
}

/** A reader that may not list learns 403 instead of 404: S3 does not tell which keys exist. */
function missing(request: WireRequest, bucket: string): ServiceError {
  return request.caller.mayDo('s3:ListBucket', bucketArn(bucket))
    ? new ServiceError('NoSuchKey', 'The specified key does not exist.', 404)
    : new ServiceError('AccessDenied', 'Access Denied', 403);
}

async function get(
  store: ObjectStore,
  request: WireRequest,
  bucket: string,
  key: string,
): Promise<WireResponse> {
  const object = await store.get(bucket, key);
  if (!object) throw missing(request, bucket);
  return answerObject(object, request.headers);
}

/** ListObjectsV2 with prefix, delimiter and paging. */
function list(store: ObjectStore, query: URLSearchParams, bucket: string): WireResponse {
  const prefix = query.get('prefix') ?? '';
  const delimiter = query.get('delimiter') ?? '';
  const maxKeys = Math.min(1000, Number(query.get('max-keys') ?? 1000));
  const commonPrefixes = new Set<string>();
  const objects = [];
  const continued = query.get('continuation-token');
  let after = continued ? Buffer.from(continued, 'base64url').toString() : (query.get('start-after') ?? '');
  let more = true;
  while (more && objects.length + commonPrefixes.size < maxKeys) {
    const [object] = store.list(bucket, prefix, after, 1);
    more = object !== undefined;
    if (!object) break;
    const cut = delimiter ? object.key.indexOf(delimiter, prefix.length) : -1;
    if (cut < 0) {
      objects.push(object);
      after = object.key;
    } else {
      const common = object.key.slice(0, cut + delimiter.length);
      commonPrefixes.add(common);
      after = `${common}\u{10FFFF}`;
    }
  }
  const truncated = more && store.list(bucket, prefix, after, 1).length > 0;
  const nextToken = truncated ? { nextToken: Buffer.from(after).toString('base64url') } : {};
  return listingXml({
    bucket,
    prefix,
    delimiter,
    maxKeys,
    objects,
    commonPrefixes: [...commonPrefixes],
    ...nextToken,
  });
}

/** The keys of a DeleteObjects request. */
export function keysToDelete(body: Buffer): string[] {
  return [...body.toString('utf8').matchAll(/<Key>([\s\S]*?)<\/Key>/g)].map((match) =>
    unescapeXml(match[1] ?? ''),
  );
}

async function route(store: ObjectStore, request: WireRequest): Promise<WireResponse> {
  const { bucket, key } = objectAddress(request.path);
  if (request.method === 'PUT' && !key) {
    store.createBucket(bucket);
    return { status: 200, headers: { location: `/${bucket}` } };
  }
  store.checkBucket(bucket);
  if (request.method === 'POST' && request.query.has('delete')) {
    for (const doomed of keysToDelete(request.body)) await store.delete(bucket, doomed);
    return xml('<DeleteResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"></DeleteResult>');
  }
  if (!key) return request.method === 'HEAD' ? { status: 200 } : list(store, request.query, bucket);
  switch (request.method) {
    case 'PUT':
      return put(store, request, bucket, key);
    case 'GET':
    case 'HEAD':
      return get(store, request, bucket, key);
    case 'DELETE':
      await store.delete(bucket, key);
      return { status: 204 };
    default:
      throw new ServiceError(
        'MethodNotAllowed',
        'The specified method is not allowed against this resource.',
        405,
      );
  }
}

/** S3, path style: buckets, objects, lists and batch deletes. No versions, no multipart uploads. */
export function createObjectService(store: ObjectStore): WireService {
  return {
    async handle(request) {
      try {
        return await route(store, request);
      } catch (error) {
        if (error instanceof ServiceError) return xmlError(error, request.path);
        throw error;
      }
    },
    close: () => store.close(),
  };
}
