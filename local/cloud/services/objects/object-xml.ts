import type { ServiceError, WireResponse } from '../../wire/service.ts';
import type { StoredObject } from './object-store.ts';

const head = '<?xml version="1.0" encoding="UTF-8"?>\n';

export function escapeXml(text: string): string {
  return text.replace(/[&<>"'\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}

export function unescapeXml(text: string): string {
  const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
  return text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(amp|lt|gt|quot|apos));/gi, (_, decimal, hex, name) =>
    name
      ? (named[String(name).toLowerCase()] ?? '')
      : String.fromCodePoint(Number.parseInt(decimal ?? hex, decimal ? 10 : 16)),
  );
}

export function xml(body: string): WireResponse {
  return { status: 200, headers: { 'content-type': 'application/xml' }, body: head + body };
}

/** S3 tells errors in XML, HEAD answers only their status. */
export function xmlError(error: ServiceError, resource: string): WireResponse {
  const text = `<Error><Code>${error.code}</Code><Message>${escapeXml(error.message)}</Message><Resource>${escapeXml(resource)}</Resource></Error>`;
  return { status: error.status, headers: { 'content-type': 'application/xml' }, body: head + text };
}

export type Listing = {
  bucket: string;
  prefix: string;
  delimiter: string;
  maxKeys: number;
  objects: readonly StoredObject[];
  commonPrefixes: readonly string[];
  nextToken?: string;
};

export function listingXml(listing: Listing): WireResponse {
  const contents = listing.objects.map(
    (object) =>
      `<Contents><Key>${escapeXml(object.key)}</Key><LastModified>${new Date(object.modifiedAt).toISOString()}</LastModified>` +
      `<ETag>&#34;${object.etag}&#34;</ETag><Size>${object.size}</Size><StorageClass>STANDARD</StorageClass></Contents>`,
  );
  const prefixes = listing.commonPrefixes.map(
    (prefix) => `<CommonPrefixes><Prefix>${escapeXml(prefix)}</Prefix></CommonPrefixes>`,
  );
  return xml(
    `<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${listing.bucket}</Name>` +
      `<Prefix>${escapeXml(listing.prefix)}</Prefix><KeyCount>${contents.length + prefixes.length}</KeyCount>` +
      `<MaxKeys>${listing.maxKeys}</MaxKeys><IsTruncated>${listing.nextToken !== undefined}</IsTruncated>` +
      (listing.nextToken
        ? `<NextContinuationToken>${escapeXml(listing.nextToken)}</NextContinuationToken>`
        : '') +
      `${contents.join('')}${prefixes.join('')}</ListBucketResult>`,
  );
}
