import { paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';
import { catalogPrefix } from '#lib/data.ts';
import { homeRegion } from '#lib/stage.ts';
import { type Check, cannotTell, missing, ok, withoutOutput } from './check.ts';

/** It is written four times an hour. */
const freshMs = 60 * 60_000;

/** The list of cars starts from a snapshot; an old one makes every start of a function read the whole table. */
export const snapshot: Check = {
  name: 'list of cars',
  async look({ outputs, createdAt, now }) {
    const bucket = outputs?.DataBucket;
    if (!bucket) return withoutOutput('DataBucket');
    let newestMs = 0;
    const client = new S3Client({ region: homeRegion });
    for await (const { Contents = [] } of paginateListObjectsV2(
      { client },
      { Bucket: bucket, Prefix: catalogPrefix },
    ))
      for (const { LastModified } of Contents) newestMs = Math.max(newestMs, LastModified?.getTime() ?? 0);
    const command = `aws logs filter-log-events --region ${homeRegion} --log-group-name GROUP --filter-pattern '"write-catalog"'`;
    const isNew = createdAt !== null && now.getTime() - createdAt.getTime() <= freshMs;
    if (newestMs === 0 && isNew)
      return cannotTell(
        'The list of cars is not written yet: that is done every quarter of an hour. Look again then.',
      );
    if (newestMs === 0) return missing('The list of cars was never written.', command);
    const minutes = Math.round((now.getTime() - newestMs) / 60_000);
    const sentence = `The list of cars was written ${minutes} minutes ago.`;
    return now.getTime() - newestMs <= freshMs ? ok(sentence) : missing(sentence, command);
  },
};
