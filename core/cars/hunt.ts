/** How far a person is with a car that they think of buying. */
export const huntStages = ['found', 'written', 'viewing', 'offer', 'bought', 'no'] as const;
export type HuntStage = (typeof huntStages)[number];

/** What a person keeps about a car. */
export type HuntWords = {
  note: string;
  stage: HuntStage | null;
  /** "2026-12-01" */
  day: string | null;
};

/** One entry of each car: what a person wrote about two ads is read together once they are one car. */
export function joinHunted<Entry extends HuntWords & { id: string }>(all: readonly Entry[]): Entry[] {
  return [...Map.groupBy(all, ({ id }) => id).values()].map((entries) => ({
    ...entries[0]!,
    note: entries.flatMap(({ note }) => note || []).join('\n'),
    stage: entries.find(({ stage }) => stage !== null)?.stage ?? null,
    day: entries.find(({ day }) => day !== null)?.day ?? null,
  }));
}
