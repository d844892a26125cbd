const cacheMs = 5 * 60_000;
const cache = new Map<string, { value: string; until: number }>();

/**
 * A secret's text, kept in memory for five minutes so that a rotation arrives without a deployment.
 * The client is imported on first use: most functions read no secret at start.
 */
export async function readSecret(arn: string): Promise<string> {
  const hit = cache.get(arn);
  if (hit && hit.until > Date.now()) return hit.value;
  const { GetSecretValueCommand, SecretsManagerClient } = await import('@aws-sdk/client-secrets-manager');
  const answer = await new SecretsManagerClient({}).send(new GetSecretValueCommand({ SecretId: arn }));
  const value = answer.SecretString ?? '';
  cache.set(arn, { value, until: Date.now() + cacheMs });
  return value;
}
