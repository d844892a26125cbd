import { isRunning } from '#core/automated-search/automated-search.ts';
import { spreadSeconds } from '#core/automated-search/hour.ts';
import { readLink } from '#core/marketplace/read-link.ts';
import { listFollowers } from '#functions/_adapters/dynamodb/followers.ts';
import { startHourlyRun } from '#functions/_adapters/dynamodb/hourly-run.ts';
import { restLink } from '#functions/_adapters/dynamodb/link-schedule.ts';
import { type FollowedLink, getLink } from '#functions/_adapters/dynamodb/links.ts';
import { sendHourlyRun } from '#functions/_adapters/queues.ts';
import { linkOptions } from '#functions/_runtime/settings.ts';

/** Whether the link has somebody whose week is not over. */
async function hasFollowers(linkHash: string, now: Date): Promise<boolean> {
  return (await listFollowers(linkHash)).some((follower) => isRunning(follower, now));
}

/** `off`: its marketplace is not read here at present. */
export type Outcome = 'started' | 'joined' | 'rested' | 'taken' | 'off';

/** The searches of the list that are due and still followed; others are put to rest. */
export async function dueFilters(hashes: readonly string[], now: Date): Promise<FollowedLink[]> {
  const due: FollowedLink[] = [];
  for (const hash of hashes) {
    const link = await getLink(hash);
    if (!link?.nextRun || Date.parse(link.nextRun) > now.getTime()) continue;
    if (await hasFollowers(hash, now)) due.push(link);
    else await restLink(link);
  }
  return due;
}

/** The link's run of this hour: at most one visit to the marketplace, however many people follow the link. */
export async function dispatchLink(linkHash: string, hour: number, now: Date): Promise<Outcome> {
  const link = await getLink(linkHash);
  // The index lags behind the table: look at the table before anything is done.
  if (!link?.nextRun || Date.parse(link.nextRun) > now.getTime()) return 'taken';
  if (!(await hasFollowers(linkHash, now))) return (await restLink(link)) ? 'rested' : 'taken';
  const read = readLink(link.href, linkOptions());
  if (!read.ok && read.code === 'link_by_hand') return 'off';
  const delaySeconds = spreadSeconds(linkHash);
  const beginsAt = new Date(now.getTime() + delaySeconds * 1000).toISOString();
  const run = await startHourlyRun(link, hour, beginsAt, now.toISOString());
  if (run.kind === 'started')
    await sendHourlyRun({ type: 'scrape', jobId: run.jobId, requestId: `hour-${hour}` }, delaySeconds);
  return run.kind;
}
