import { describe, expect, it } from 'vitest';
import { resourceCounts, resourceWarnings } from '#lib/budget.ts';
import { plainStack } from './synthesize-stack.ts';

describe('the room that a stack has for more routes', () => {
  const { stack, template, resources } = plainStack();
  const counts = resourceCounts(stack.node.root);

  it('the resource count is the one that CloudFormation uses', () => {
    const outer = template.toJSON().Resources as Record<string, { Type: string }>;
    expect(counts.get('Bilfund-dev')).toBe(Object.keys(outer).length);
    const nested = counts.get('Bilfund-dev/Api/Routes') ?? 0;
    const data = counts.get('Bilfund-dev-data') ?? 0;
    // The nested stack is a resource of the outer one, and none of all that run.
    expect(Object.keys(resources)).toHaveLength(Object.keys(outer).length - 1 + nested + data);
  });

  it('the stack has room for forty more routes, each with function, role and integration', () => {
    const withMore = new Map([...counts].map(([name, count]) => [name, count + 40 * 2]));
    expect(resourceWarnings(withMore)).toEqual([]);
    const [nested] = Object.values(template.findResources('AWS::CloudFormation::Stack'));
    const parameters = Object.keys(nested?.Properties.Parameters);
    // One for each function; CloudFormation takes 200.
    expect(parameters.length + 40).toBeLessThan(200);
  });

  it("a warning is given before the stack's limit is reached", () => {
    expect(resourceWarnings(new Map([['Bilfund-dev', 449]]))).toEqual([]);
    expect(resourceWarnings(new Map([['Bilfund-dev', 450]]))).toEqual([
      'Bilfund-dev has 450 resources: divide it before it reaches 480.',
    ]);
  });
});
