/** What the template says about the user pool and its one client. */
export type PoolSettings = {
  poolId: string;
  clientId: string;
  /** GenerateSecret of the client: its calls carry a hash that only who has the secret can make. */
  hasSecret: boolean;
  /** As in the tokens: `https://cognito-idp.<region>.amazonaws.com/<poolId>`. */
  issuer: string;
  leastPasswordLength: number;
  /** ExplicitAuthFlows of the client, e.g. ALLOW_ADMIN_USER_PASSWORD_AUTH. */
  authFlows: readonly string[];
  accessTokenSeconds: number;
  idTokenSeconds: number;
  refreshTokenSeconds: number;
};

/** A mail that Cognito would have sent. `code` is six digits. */
export type UserMail = {
  to: string;
  code: string;
  kind: 'sign-up' | 'resend' | 'forgot-password';
  sub: string;
  /** The account's language, where it was told. */
  locale: string | null;
  /** What the caller gave for the pool's functions. */
  metadata?: Record<string, string>;
};

/** Sends a mail, and may take its time; rejects when the pool's function that writes it fails. */
export type SendUserMail = (mail: UserMail) => unknown;

/** How long a code serves, as in Cognito: a day for sign-up, an hour for a new password. */
export const codeLifetimeSeconds = { signUp: 86_400, reset: 3_600 } as const;
