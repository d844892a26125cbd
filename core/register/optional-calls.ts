/** What a register may be asked beside its main call, with the name under which the answer is laid beside the main one. */
export const laidAs = { mileage: 'mileageLogs', owners: 'ownerHistory', recalls: 'recalls' } as const;

export type OptionalCall = keyof typeof laidAs;

/** The weightiest first: where a plate may not be asked about often enough, the last ones are left out. */
export const optionalCalls: readonly OptionalCall[] = ['mileage', 'owners', 'recalls'];

/** Of a plate a register is asked no more often in a day (UTC), whoever asks and whatever fails. */
export const mostCallsPerDay = 4;

/** The calls that a setting names, parted by commas, in our order. */
export function readOptionalCalls(setting: string | null): OptionalCall[] {
  const named = (setting ?? '').split(',').map((name) => name.trim());
  return optionalCalls.filter((call) => named.includes(call));
}
