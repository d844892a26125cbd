import { readFile } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import type { LazySource } from '../../services/objects/object-store.ts';
import { wildcard } from '../../wire/names.ts';
import type { Template } from '../template/template.ts';

const byExtension: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml',
  '.map': 'application/json',
};

export function contentTypeOf(path: string): string {
  return byExtension[extname(path).toLowerCase()] ?? 'application/octet-stream';
}

export function isCompressible(contentType: string): boolean {
  return /^(text\/|application\/(json|javascript|xml|manifest\+json)|image\/svg)/.test(contentType);
}

type DeploymentProperties = {
  SourceObjectKeys?: string[];
  DestinationBucketName: string;
  DestinationBucketKeyPrefix?: string;
  Exclude?: string[];
  Include?: string[];
  SystemMetadata?: Record<string, string>;
  /** Texts in the files of each source that the deployment replaces, with what stands for them. */
  SourceMarkers?: Record<string, string>[];
};

/** The filters of `aws s3 sync`: what is excluded may be included again. */
function isDeployed(properties: DeploymentProperties, key: string): boolean {
  const isIn = (patterns: string[] = []) => patterns.some((pattern) => wildcard(pattern).test(key));
  return !isIn(properties.Exclude) || isIn(properties.Include);
}

async function readInside(folder: string, key: string): Promise<Buffer | undefined> {
  const path = normalize(join(folder, key));
  if (!path.startsWith(folder + sep)) return undefined;
  try {
    return await readFile(path);
  } catch {
    return undefined;
  }
}

function fillMarkers(
  body: Buffer,
  markers: Readonly<Record<string, string>>,
  localize: (text: string) => string,
): Buffer {
  const present = Object.entries(markers).filter(([mark]) => body.includes(mark));
  if (present.length === 0) return body;
  const fill = (text: string, [mark, value]: [string, string]) =>
    text.replaceAll(mark, () => localize(value));
  return Buffer.from(present.reduce(fill, body.toString('utf8')));
}

/**
 * What the template's bucket deployments would have copied, read from the build at the moment it is asked for. `localize`
 * turns addresses of the cloud into those of this machine.
 */
export function deployedFiles(template: Template, localize: (text: string) => string): LazySource {
  const deployments = template
    .all<DeploymentProperties>('Custom::CDKBucketDeployment')
    .map(({ properties }) => ({
      properties,
      folders: (properties.SourceObjectKeys ?? []).map((key, index) => ({
        folder: template.assetFolder(key),
        markers: properties.SourceMarkers?.[index] ?? {},
      })),
    }));
  return async (bucket, key) => {
    for (const { properties, folders } of deployments.toReversed()) {
      const prefix = properties.DestinationBucketKeyPrefix ?? '';
      if (properties.DestinationBucketName !== bucket || !key.startsWith(prefix)) continue;
      const name = key.slice(prefix.length).replace(/^\//, '');
      if (!isDeployed(properties, name)) continue;
      for (const { folder, markers } of folders) {
        const found = await readInside(folder, name);
        if (!found) continue;
        const body = fillMarkers(found, markers, localize);
        return { body, headers: { 'content-type': contentTypeOf(name), ...properties.SystemMetadata } };
      }
    }
    return undefined;
  };
}
