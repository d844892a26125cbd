/** How the fuzzers run: `npm run fuzz` sets these, `npm test` runs the short version. */
export const fuzzVariables = { seed: 'FUZZ_SEED', events: 'FUZZ_EVENTS', seconds: 'FUZZ_SECONDS' } as const;

const number = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise);

export const fuzzSettings = {
  /** The same seed makes the same events. */
  seed: number(fuzzVariables.seed, 20_261_121),
  /** For each handler. */
  events: number(fuzzVariables.events, 25),
  /** After so long no handler is sent another event: for all of a file's handlers together. */
  seconds: number(fuzzVariables.seconds, 600),
};
