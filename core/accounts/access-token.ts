/** What a person allows a program to do in their name. `pages`: send pages, and read the ratings of ads by their links. */
export const tokenScopes = ['read', 'follow', 'write', 'pages'] as const;
export type TokenScope = (typeof tokenScopes)[number];

/** A personal access token as its owner sees it. The token itself is shown once and never stored. */
export type AccessToken = {
  id: string;
  name: string;
  scopes: TokenScope[];
  createdAt: string;
  endsAt: string;
  /** The day of its last use, "2026-11-28"; null if it was never used. */
  lastUsedOn: string | null;
};

/** The partition keys of the items that hold when a person's tokens were last used: all that some readers may write. */
export const tokenUsePrefix = 'TOKENUSE#';

/** Maximum of tokens that a person has at once, those that have ended included. */
export const mostTokens = 20;
export const longestTokenDays = 366;

const prefix = 'bf_';
/** 256 random bits in base64url. */
const secretLength = 43;

type TokenParts = { userId: string; id: string; secret: string };

/** The token names its owner and its record, so that it is checked with a single read. Only the secret is secret. */
export const writeToken = ({ userId, id, secret }: TokenParts): string =>
  `${prefix}${userId}.${id}.${secret}`;

const tokenForm = new RegExp(
  `^Bearer ${prefix}(?<userId>[\\w-]{1,128})\\.(?<id>[\\w-]{1,32})\\.(?<secret>[\\w-]{${secretLength}})$`,
);

/** Whether an Authorization header carries a personal access token, well formed or not. */
export const isTokenHeader = (authorization: string | undefined): boolean =>
  authorization?.startsWith(`Bearer ${prefix}`) === true;

/** The parts of the token in an Authorization header; null if it is malformed. */
export function readTokenHeader(authorization: string): TokenParts | null {
  const parts = tokenForm.exec(authorization)?.groups;
  return parts ? { userId: parts.userId!, id: parts.id!, secret: parts.secret! } : null;
}

export const hasTokenEnded = ({ endsAt }: Pick<AccessToken, 'endsAt'>, now: Date): boolean =>
  Date.parse(endsAt) <= now.getTime();

/** Whether a token with these scopes may call a route that takes any of `wanted`. */
export const mayCall = (scopes: readonly TokenScope[], wanted: readonly TokenScope[]): boolean =>
  wanted.some((scope) => scopes.includes(scope));
