import { parentPort } from 'node:worker_threads';
import sharp from 'sharp';
import type { Job, Outcome } from './picture-store.ts';
import { renderPicture } from './render-picture.ts';

// For the whole process: no picture comes twice, and the demo's cores are shared with everything that it starts.
sharp.cache(false);
sharp.concurrency(1);

parentPort?.on('message', ({ id, spec }: Job) => {
  const answer = (outcome: Outcome) => parentPort?.postMessage(outcome);
  renderPicture(spec).then(
    (picture) => answer({ id, picture }),
    (error: unknown) => answer({ id, fault: String(error) }),
  );
});
