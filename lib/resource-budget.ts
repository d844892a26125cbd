/** CloudFormation stops at 500 resources a stack; cdk.json's `stackResourceLimit` stops us a little earlier. */
const warnAt = 450;

/** A sentence when a stack comes near its limit and should be divided, null while there is room. */
export function resourceWarning(stackName: string, resourceCount: number): string | null {
  if (resourceCount < warnAt) return null;
  return `${stackName} has ${resourceCount} resources: divide it before it reaches 480.`;
}
