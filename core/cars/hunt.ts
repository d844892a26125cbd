/** How far a person is with a car that they think of buying. */
export const huntStages = ['found', 'written', 'viewing', 'offer', 'bought', 'no'] as const;
export type HuntStage = (typeof huntStages)[number];
