import type { CarListWire, LockedCar, WireCarDetail } from '#core/contract/routes/cars.ts';
import type { HistoryEntryWire, ScrapeStatusWire } from '#core/contract/routes/imports.ts';
import type { UsageWire } from '#core/contract/routes/payments.ts';
import { callRoute } from './call-route.ts';

type Started = { id: string; jobId: string; status: string; carsAdded: number };

async function loadRoutes() {
  const load = async (module: Promise<{ handler: unknown }>) => (await module).handler;
  return {
    start: await load(import('#functions/api/imports/start-import.ts')),
    drop: await load(import('#functions/api/imports/import-page.ts')),
    status: await load(import('#functions/api/imports/get-scrape-status.ts')),
    history: await load(import('#functions/api/imports/list-history.ts')),
    usage: await load(import('#functions/api/payments/get-usage.ts')),
    list: await load(import('#functions/api/cars/list-cars.ts')),
    car: await load(import('#functions/api/cars/get-car.ts')),
    counts: await load(import('#functions/api/cars/count-cars.ts')),
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
      query: { url?: string; by?: 'button' } = {},
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
    car: (carId: string) =>
      callRoute<WireCarDetail | LockedCar>(routes.car, { as: id, params: { id: carId } }),
    counts: async () => (await callRoute<Record<string, number>>(routes.counts)).body,
  });
}
