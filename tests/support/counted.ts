/** How much functions counted under a name in their log lines, all lines together. */
export function counted(lines: readonly string[], name: string): number {
  return lines
    .filter((line) => line.startsWith('{"_aws"'))
    .map((line) => Number((JSON.parse(line) as Record<string, unknown>)[name] ?? 0))
    .reduce((sum, value) => sum + value, 0);
}
