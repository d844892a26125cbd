import type { Car } from '#core/cars/car.ts';
import type { Plan } from '#core/payments/plan.ts';
import { makeListing } from './make-car.ts';

/** A car as an import would have stored it. */
export async function storeCar(car: Car): Promise<void> {
  const { putCarItem } = await import('#functions/cars/store.ts');
  const { transact } = await import('#functions/platform/table.ts');
  const { id, flags, photos, plate, registerState } = car;
  const identification = { photos, plate, registerState, candidate: null, vehicle: null };
  await transact([putCarItem(car, { listing: makeListing({ id, flags }), identification }, null)]);
}

export async function storePlan(userId: string, plan: Partial<Plan>, version?: number): Promise<void> {
  const { userKeys } = await import('#functions/platform/keys.ts');
  const { putItem } = await import('#functions/platform/table.ts');
  await putItem({ ...userKeys.plan(userId), kind: 'PLAN', plan, ...(version && { version }) });
}
