import { crc32 } from 'node:zlib';
import { ServiceError, type WireRequest, type WireResponse, type WireService } from '../../wire/http.ts';
import { bucketArn } from '../../wire/names.ts';
import type { ObjectHeaders, ObjectStore, ObjectWithBody } from './object-store.ts';

function crc32Base64(body: Buffer): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(body));
  return bytes.toString('base64');
}

/** Compares what the client says it sent with what came. Returns the checksum header to keep. Throws BadDigest. */
function verifyChecksum(body: Buffer, headers: Readonly<Record<string, string>>): Record<string, string> {
  const claimed = headers['x-amz-checksum-crc32'];
  if (claimed === undefined) return {};
  if (crc32Base64(body) === claimed) return { 'x-amz-checksum-crc32': claimed };
  throw new ServiceError('BadDigest', 'The checksum you specified did not match the calculated one.');
}

/** The answer to GET and HEAD: its validators and the headers that the object was stored with. */
function answerObject(object: ObjectWithBody, asked: Readonly<Record<string, string>>): WireResponse {
  const etag = `"${object.etag}"`;
  const headers: Record<string, string> = {
    ...object.headers,
    etag,
    'last-modified': new Date(object.modifiedAt).toUTCString(),
  };
  if (asked['if-none-match']?.split(/\s*,\s*/).some((value) => value.replace(/^W\//, '') === etag)) {
    return { status: 304, headers };
  }
  return { status: 200, headers: { ...headers, 'content-length': String(object.size) }, body: object.body };
}

const head = '<?xml version="1.0" encoding="UTF-8"?>\n';

function escapeXml(text: string): string {
  return text.replace(/[&<>"'\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}

function unescapeXml(text: string): string {
  const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
  return text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(amp|lt|gt|quot|apos));/gi, (_, decimal, hex, name) =>
    name
      ? (named[String(name).toLowerCase()] ?? '')
      : String.fromCodePoint(Number.parseInt(decimal ?? hex, decimal ? 10 : 16)),
  );
}

function xml(body: string): WireResponse {
  return { status: 200, headers: { 'content-type': 'application/xml' }, body: head + body };
}

/** S3 tells errors in XML, HEAD answers only their status. */
export function xmlError(error: ServiceError, resource: string): WireResponse {
  const text = `<Error><Code>${error.code}</Code><Message>${escapeXml(error.message)}</Message><Resource>${escapeXml(resource)}</Resource></Error>`;
  return { status: error.status, headers: { 'content-type': 'application/xml' }, body: head + text };
}

const element = (name: string, value: string | number | boolean) =>
  `<${name}>${escapeXml(String(value))}</${name}>`;

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
  if (request.headers['x-amz-content-sha256']?.startsWith('STREAMING-'))
    throw new ServiceError('NotImplemented', 'Bodies that are sent as a stream are not embedded.', 501);
  const { body } = request;
  const checksums = verifyChecksum(body, request.headers);
  if (Buffer.byteLength(key) > 1024) throw new ServiceError('KeyTooLongError', 'Your key is too long');
  const stored = await store.put(bucket, key, body, { ...headersToKeep(request.headers), ...checksums });
  return { status: 200, headers: { etag: `"${stored.etag}"`, ...checksums } };
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

/** ListObjectsV2 with a prefix, page by page. */
function list(store: ObjectStore, query: URLSearchParams, bucket: string): WireResponse {
  const prefix = query.get('prefix') ?? '';
  const maxKeys = Math.min(1000, Number(query.get('max-keys') ?? 1000));
  const after = Buffer.from(query.get('continuation-token') ?? '', 'base64url').toString();
  const found = store.list(bucket, prefix, after, maxKeys + 1);
  const objects = found.slice(0, maxKeys);
  const isTruncated = found.length > maxKeys;
  const token = Buffer.from(objects.at(-1)?.key ?? '').toString('base64url');
  const contents = objects.map(
    ({ key, modifiedAt, etag, size }) =>
      `<Contents>${element('Key', key)}${element('LastModified', new Date(modifiedAt).toISOString())}` +
      `${element('ETag', `"${etag}"`)}${element('Size', size)}${element('StorageClass', 'STANDARD')}</Contents>`,
  );
  return xml(
    `<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${element('Name', bucket)}` +
      `${element('Prefix', prefix)}${element('KeyCount', objects.length)}${element('MaxKeys', maxKeys)}` +
      `${element('IsTruncated', isTruncated)}${isTruncated ? element('NextContinuationToken', token) : ''}` +
      `${contents.join('')}</ListBucketResult>`,
  );
}

/** The keys of a DeleteObjects request. */
export function keysToDelete(body: Buffer): string[] {
  return [...body.toString('utf8').matchAll(/<Key>([\s\S]*?)<\/Key>/g)].map((match) =>
    unescapeXml(match[1] ?? ''),
  );
}

async function route(store: ObjectStore, request: WireRequest): Promise<WireResponse> {
  const { bucket, key } = objectAddress(request.path);
  store.checkBucket(bucket);
  if (request.method === 'POST' && request.query.has('delete')) {
    for (const doomed of keysToDelete(request.body)) await store.delete(bucket, doomed);
    return xml('<DeleteResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"></DeleteResult>');
  }
  if (!key) return list(store, request.query, bucket);
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

/** S3, path style: objects, lists and batch deletes. No versions, no multipart uploads; buckets are made by the template. */
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
