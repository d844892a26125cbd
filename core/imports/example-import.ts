import type { ShownCar } from '#core/contract/routes/cars.ts';
import type { ScrapeStatusWire } from '#core/contract/routes/imports.ts';

/** Where an import stood, so many milliseconds after its link was sent. */
export type ExampleStatus = Pick<ScrapeStatusWire, 'status' | 'percent' | 'carsFound' | 'carsDone'> & {
  atMs: number;
};

/** A car as the list showed it from that moment on: what its card says, nothing that leads anywhere, and no plate. */
export type ExampleCar = ShownCar & { atMs: number; plate: null; image_urls: [string] };

/** An import of the demo marketplace as a member with Premium watched it. */
export type ExampleImport = {
  version: 1;
  origin: { marketplace: 'demo'; cars: 'invented'; account: 'premium' };
  /** The search that was read, without the marketplace's host: "/marketplace/odense/vehicles?…". */
  search: string;
  /** Each in the order of time; the last status ends it. */
  statuses: ExampleStatus[];
  cars: ExampleCar[];
};

/** Where the recording lies below the site's origin; its pictures lie beside it. */
export const exampleImportFolder = '/example-import';

/** How long the import took, until its last car was there. */
export const exampleDurationMs = ({ statuses, cars }: ExampleImport): number =>
  Math.max(...[...statuses, ...cars].map(({ atMs }) => atMs));

/** What was on screen at a moment of the recording (cars the newest first, as the list shows an import), and when that changed. */
export function exampleMoment({ statuses, cars }: ExampleImport, atMs: number) {
  const later = [...statuses, ...cars].map((change) => change.atMs).filter((at) => at > atMs);
  return {
    status: statuses.findLast((status) => status.atMs <= atMs) ?? statuses[0]!,
    cars: cars.filter((car) => car.atMs <= atMs).toReversed(),
    /** Null when nothing comes any more. */
    nextAtMs: later.length > 0 ? Math.min(...later) : null,
  };
}
