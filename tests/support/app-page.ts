import type { PipelineWorld } from './pipeline-world.ts';

const page =
  '<!doctype html><html lang="en"><head><!--page--><title>Own</title><!--/page--></head><body><div id="root"></div></body></html>';

/** A deployed page of the app, for the pages that fill it in. */
export async function storeAppPage(world: PipelineWorld): Promise<void> {
  world.objects.createBucket('app');
  await world.objects.put('app', 'index.html', Buffer.from(page), {});
  process.env.APP_BUCKET = 'app';
}
