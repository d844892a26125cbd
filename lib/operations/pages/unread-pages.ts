import { GetObjectCommand, paginateListObjectsV2, type S3Client } from '@aws-sdk/client-s3';
import { unreadPagesPrefix } from '#core/marketplaces/marketplace.ts';
import { Refusal } from '#lib/stage.ts';

type Place = { client: S3Client; bucket: string };

/** A line for each kept page, newest first: its name and size. */
export async function listUnreadPages({ client, bucket }: Place): Promise<string[]> {
  const found: { name: string; bytes: number }[] = [];
  const ask = { Bucket: bucket, Prefix: unreadPagesPrefix };
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, ask))
    for (const { Key = '', Size = 0 } of Contents)
      found.push({ name: Key.slice(unreadPagesPrefix.length), bytes: Size });
  return found
    .toSorted((a, b) => (a.name < b.name ? 1 : -1))
    .map(({ name, bytes }) => `${name}  ${Math.ceil(bytes / 1024)} KB`);
}

/** @throws Refusal when there is no page of that name */
export async function readUnreadPage({ client, bucket }: Place, name: string): Promise<string> {
  const key = `${unreadPagesPrefix}${name.replace(unreadPagesPrefix, '')}`;
  try {
    const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
    return (await Body?.transformToString()) ?? '';
  } catch (error) {
    if ((error as Error).name !== 'NoSuchKey') throw error;
    throw new Refusal(`There is no page ${name}. Without a name the command lists those there are.`);
  }
}
