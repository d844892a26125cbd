import type { CarListWire, LockedCar, WireCarDetail } from '#core/contract/routes/cars.ts';
import type { HistoryEntryWire, ScrapeStatusWire } from '#core/contract/routes/imports.ts';
import type { UsageWire } from '#core/contract/routes/payments.ts';
import type { CallResponse } from '#core/contract/table.ts';
import { callRoute } from './call-route.ts';

type Started = { id: string; jobId: string; status: string; carsAdded: number };
type Inbox = CallResponse<'GET /api/notifications/{id}'>;

export type Person = ReturnType<Awaited<ReturnType<typeof loadPeople>>>;

/** People who use the product through its API. Load them after the environment is set. */
export async function loadPeople() {
  const alerts = await import('#functions/alerts/api.ts');
  const cars = await import('#functions/cars/api.ts');
  const imports = await import('#functions/imports/api.ts');
  const payments = await import('#functions/payments/api.ts');
  return (id: string) => ({
    id,
    start: (url: string, headers: Record<string, string> = {}) =>
      callRoute<Started>(imports.startImportRoute, { as: id, body: { url }, headers }),
    drop: (
      page: Uint8Array,
      headers: Record<string, string> = {},
      query: { url?: string; by?: 'button'; part?: '1' } = {},
    ) =>
      callRoute<Started & { carsFound: number; rejected: unknown[] }>(imports.importPageRoute, {
        as: id,
        body: page,
        headers,
        query,
      }),
    status: async () =>
      (await callRoute<{ status: ScrapeStatusWire | null }>(imports.getScrapeStatusRoute, { as: id })).body
        .status,
    history: async () =>
      (
        await callRoute<{ history: HistoryEntryWire[] }>(imports.listHistoryRoute, {
          as: id,
          params: { id },
          query: { pageSize: '100' },
        })
      ).body.history,
    usage: async () => (await callRoute<UsageWire>(payments.getUsageRoute, { as: id })).body,
    list: (query: Record<string, string> = {}) =>
      callRoute<CarListWire>(cars.listCarsRoute, { as: id, query }),
    known: (links: readonly string[]) =>
      callRoute<CallResponse<'POST /api/cars/known'>>(cars.listKnownCarsRoute, { as: id, body: { links } }),
    car: (carId: string) =>
      callRoute<WireCarDetail | LockedCar>(cars.getCarRoute, { as: id, params: { id: carId } }),
    counts: async () => (await callRoute<Record<string, number>>(cars.countCarsRoute)).body,
    /** What they are told, the newest first. */
    told: async (query: Record<string, string> = {}) =>
      (
        await callRoute<Inbox>(alerts.listNotificationsRoute, {
          as: id,
          params: { id },
          query: { pageSize: '100', ...query },
        })
      ).body.notifications,
  });
}
