/** Texts for a snapshot: the first whole, of each other the lines that the first does not have and how many of its lines it has. */
export function differingLines(texts: readonly string[]): string {
  const [first = '', ...others] = texts;
  const known = new Set(first.split('\n'));
  const shortened = others.map((text) => {
    const lines: string[] = [];
    let same = 0;
    const endRun = () => {
      if (same > 0) lines.push(`(${same} as above)`);
      same = 0;
    };
    for (const line of text.split('\n')) {
      if (known.has(line)) same++;
      else {
        endRun();
        lines.push(line);
      }
    }
    endRun();
    return lines.join('\n');
  });
  return [first, ...shortened].join('\n\n');
}
