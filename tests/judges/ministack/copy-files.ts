/**
 * Copies the app's files as the deployment does, with a program that the emulator cannot run: `node copy-files.ts
 * ASSEMBLY SITE STAGE` takes them from an assembly and puts the site's address where the build left a mark for it.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { originMark } from '#lib/build/output.ts';
import { readStage, stackNameOf } from '#lib/stage.ts';
import { physicalId } from './stack-resources.ts';

type Copying = {
  Type: string;
  Properties: { SourceObjectKeys: string[]; DestinationBucketName: { Ref: string } };
};

const [assembly = '', site = '', given] = process.argv.slice(2);
const stage = readStage(given);
const template = JSON.parse(readFileSync(join(assembly, `${stackNameOf(stage)}.template.json`), 'utf8')) as {
  Resources: Record<string, Copying>;
};
const copyings = Object.values(template.Resources).filter(
  ({ Type }) => Type === 'Custom::CDKBucketDeployment',
);
const sources = new Map(
  copyings.flatMap(({ Properties: { SourceObjectKeys, DestinationBucketName } }) =>
    SourceObjectKeys.map((key) => [key.replace(/\.zip$/, ''), DestinationBucketName.Ref] as const),
  ),
);
const client = new S3Client({ forcePathStyle: true });
for (const [hash, bucketId] of sources) {
  const Bucket = await physicalId(stage, 'AWS::S3::Bucket', new RegExp(`^${bucketId}$`));
  const folder = join(assembly, `asset.${hash}`);
  for (const Key of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, Key);
    if (statSync(path).isDirectory()) continue;
    const bytes = readFileSync(path);
    const Body = bytes.includes(originMark) ? bytes.toString('utf8').replaceAll(originMark, site) : bytes;
    await client.send(new PutObjectCommand({ Bucket, Key, Body }));
  }
}
