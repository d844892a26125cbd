import { anonymous, type Viewer, viewerOf } from '#core/car/viewer.ts';
import { getPlan } from '#functions/_adapters/dynamodb/people.ts';
import type { Caller } from '#functions/_runtime/caller.ts';
import { clock } from '#functions/_runtime/clock.ts';

/** What the plan of a caller lets them see. */
export async function readViewer(caller: Pick<Caller, 'id'> | null): Promise<Viewer> {
  return caller ? viewerOf(caller.id, await getPlan(caller.id), clock.now()) : anonymous;
}
