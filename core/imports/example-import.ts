import type { ShownCar, WireCarDetail } from '#core/contract/routes/cars.ts';
import type { ScrapeStatusWire } from '#core/contract/routes/imports.ts';

/** The state of an import, at a number of milliseconds after its link was sent. */
export type ExampleStatus = Pick<ScrapeStatusWire, 'status' | 'percent' | 'carsFound' | 'carsDone'> & {
  atMs: number;
};

/** A car as its card shows it from that moment on, without plate or links. */
export type ExampleCar = ShownCar & { atMs: number; plate: null; image_urls: [string] };

/** A recorded import of the demo marketplace, as a premium reader saw it. */
export type ExampleImport = {
  version: 1;
  origin: { marketplace: 'demo'; cars: 'invented'; account: 'premium' };
  /** Path and query of the search, without the host: "/marketplace/odense/vehicles?…". */
  search: string;
  /** In chronological order; the last status ends the import. */
  statuses: ExampleStatus[];
  cars: ExampleCar[];
};

type Comparable = NonNullable<WireCarDetail['why']>['comparables'][number];

/** The amazing car of the recording that the home page shows, with what its value rests on. */
export type ExampleDeal = Pick<
  ExampleCar,
  | 'title'
  | 'price'
  | 'year'
  | 'mileage'
  | 'city'
  | 'deal'
  | 'valuation_low'
  | 'valuation_avg'
  | 'valuation_high'
> & {
  comparables: Pick<Comparable, 'year' | 'mileage' | 'price' | 'adjusted_price'>[];
};

/** Path of the recording on the site; its pictures are in the same folder. */
export const exampleImportFolder = '/example-import';

/** Milliseconds until the import's last car was there. */
export const exampleDurationMs = ({ statuses, cars }: ExampleImport): number =>
  Math.max(...[...statuses, ...cars].map(({ atMs }) => atMs));

/** The screen at a moment of the recording (newest cars first, as the list shows an import), and when it changes next. */
export function exampleMoment({ statuses, cars }: ExampleImport, atMs: number) {
  const later = [...statuses, ...cars].map((change) => change.atMs).filter((at) => at > atMs);
  return {
    status: statuses.findLast((status) => status.atMs <= atMs) ?? statuses[0]!,
    cars: cars.filter((car) => car.atMs <= atMs).toReversed(),
    /** Null when nothing more follows. */
    nextAtMs: later.length > 0 ? Math.min(...later) : null,
  };
}
