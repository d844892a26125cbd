import type { CarListWire, LockedCar, WireCarDetail } from '#core/contract/routes/cars.ts';
import type { HistoryEntryWire, ScrapeStatusWire } from '#core/contract/routes/imports.ts';
import type { UsageWire } from '#core/contract/routes/payments.ts';
import type { CallResponse } from '#core/contract/table.ts';
import { callRoute } from './call-route.ts';

type Started = { id: string; jobId: string; status: string; carsAdded: number };

async function loadRoutes() {
  const load = async (module: Promise<{ handler: unknown }>) => (await module).handler;
  return {
    start: await load(
      import('#functions/imports/api.ts').then((routes) => ({ handler: routes.startImportRoute })),
    ),
    drop: await load(
      import('#functions/imports/api.ts').then((routes) => ({ handler: routes.importPageRoute })),
    ),
    status: await load(
      import('#functions/imports/api.ts').then((routes) => ({ handler: routes.getScrapeStatusRoute })),
    ),
    history: await load(
      import('#functions/imports/api.ts').then((routes) => ({ handler: routes.listHistoryRoute })),
    ),
    usage: await load(
      import('#functions/payments/api.ts').then((routes) => ({ handler: routes.getUsageRoute })),
    ),
    list: await load(import('#functions/cars/api.ts').then((routes) => ({ handler: routes.listCarsRoute }))),
    car: await load(import('#functions/cars/api.ts').then((routes) => ({ handler: routes.getCarRoute }))),
    known: await load(
      import('#functions/cars/api.ts').then((routes) => ({ handler: routes.listKnownCarsRoute })),
    ),
    counts: await load(
      import('#functions/cars/api.ts').then((routes) => ({ handler: routes.countCarsRoute })),
    ),
  };
}

export type Person = ReturnType<Awaited<ReturnType<typeof loadPeople>>>;

/** People who use the product through its API. Load them after the environment is set. */
export async function loadPeople() {
  const routes = await loadRoutes();
  return (id: string) => ({
    id,
    start: (url: string, headers: Record<string, string> = {}) =>
      callRoute<Started>(routes.start, { as: id, body: { url }, headers }),
    drop: (
      page: Uint8Array,
      headers: Record<string, string> = {},
      query: { url?: string; by?: 'button'; part?: '1' } = {},
    ) =>
      callRoute<Started & { carsFound: number; rejected: unknown[] }>(routes.drop, {
        as: id,
        body: page,
        headers,
        query,
      }),
    status: async () =>
      (await callRoute<{ status: ScrapeStatusWire | null }>(routes.status, { as: id })).body.status,
    history: async () =>
      (
        await callRoute<{ history: HistoryEntryWire[] }>(routes.history, {
          as: id,
          params: { id },
          query: { pageSize: '100' },
        })
      ).body.history,
    usage: async () => (await callRoute<UsageWire>(routes.usage, { as: id })).body,
    list: (query: Record<string, string> = {}) => callRoute<CarListWire>(routes.list, { as: id, query }),
    known: (links: readonly string[]) =>
      callRoute<CallResponse<'POST /api/cars/known'>>(routes.known, { as: id, body: { links } }),
    car: (carId: string) =>
      callRoute<WireCarDetail | LockedCar>(routes.car, { as: id, params: { id: carId } }),
    counts: async () => (await callRoute<Record<string, number>>(routes.counts)).body,
  });
}
