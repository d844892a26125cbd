/** What no waiting mends, by the name and words of AWS's refusal. */
const hopeless: readonly [RegExp, string][] = [
  [
    /ExpiredToken|CredentialsProvider|TokenProvider|UnrecognizedClient|InvalidClientToken|security token/i,
    'the credentials are missing or have expired: sign in again',
  ],
  [/Signature|RequestTimeTooSkewed/, 'AWS refuses the signature: look at this machine’s clock'],
  [
    /AccessDenied|not authorized/,
    'this machine may not take on the visitor’s role, or the role may not take visits',
  ],
  [/NonExistentQueue|QueueDoesNotExist/, 'the stage has the visitor switched off: its queue is gone'],
];

export const reasonOf = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);

/** What the operator is told of a fault after which the visitor ends; null for one that passes by itself. */
export const hopelessFault = (error: unknown): string | null =>
  hopeless.find(([sign]) => sign.test(reasonOf(error)))?.[1] ?? null;
