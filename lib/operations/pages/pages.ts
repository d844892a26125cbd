import { S3Client } from '@aws-sdk/client-s3';
import { requireOutputs } from '#lib/operations/stage-options.ts';
import { homeRegion, Refusal, runCommand } from '#lib/stage.ts';
import { commonOptions, readStageOptions } from '../stage-options.ts';
import { listUnreadPages, readUnreadPage } from './unread-pages.ts';

const help = `Shows the pages of a marketplace that were not understood, each by its shape alone: no word, figure or name of theirs is kept.

  npm run ops -- pages --stage prod            which there are, the newest first
  npm run ops -- pages --stage prod NAME       one of them; > file.txt keeps it

${commonOptions}

They are deleted after two weeks. docs/operations/alarms.md#pages-changed says what to do with one.
`;

await runCommand(async () => {
  const options = readStageOptions(process.argv.slice(2), 'pages');
  if (!options) return console.info(help);
  const [name, ...more] = options.words;
  if (more.length > 0) throw new Refusal('Name one page at a time.');
  const { DataBucket } = await requireOutputs(options.stage, ['DataBucket']);
  const place = { client: new S3Client({ region: homeRegion }), bucket: DataBucket };
  if (name !== undefined) return console.info(await readUnreadPage(place, name));
  const lines = await listUnreadPages(place);
  for (const line of lines) console.info(line);
  if (lines.length === 0) console.info('Every page of the last two weeks was understood.');
});
