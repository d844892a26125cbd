import { GetObjectCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';
import { unreadPagesPrefix } from '#core/marketplaces/marketplace.ts';
import { Refusal } from '#lib/program-options.ts';
import { homeRegion } from '#lib/stage.ts';
import { commonOptions, readStageOptions, requireOutputs } from './stage-options.ts';

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

const help = `Shows the pages of a marketplace that were not understood, each by its shape alone: no word, figure or name of theirs is kept.

  npm run ops -- pages --stage prod            which there are, the newest first
  npm run ops -- pages --stage prod NAME       one of them; > file.txt keeps it

${commonOptions}

They are deleted after two weeks. docs/operations/alarms.md#pages-changed says what to do with one.
`;

export async function run(words: string[]): Promise<void> {
  const options = readStageOptions(words, 'pages');
  if (!options) return console.info(help);
  const [name, ...more] = options.words;
  if (more.length > 0) throw new Refusal('Name one page at a time.');
  const { DataBucket } = await requireOutputs(options.stage, ['DataBucket']);
  const place = { client: new S3Client({ region: homeRegion }), bucket: DataBucket };
  if (name !== undefined) return console.info(await readUnreadPage(place, name));
  const lines = await listUnreadPages(place);
  for (const line of lines) console.info(line);
  if (lines.length === 0) console.info('Every page of the last two weeks was understood.');
}
