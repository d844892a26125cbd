const maxDepth = 32;

const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/gs;

function nameOf(literal: string): string {
  try {
    return String(JSON.parse(literal));
  } catch {
    // No JSON: parsing the whole says so.
    return literal;
  }
}

/**
 * What JSON.parse would let pass in a text: nesting that it recurses on, and a name that stands twice in one object, of
 * which it takes the last where another reader takes the first. Says nothing of whether the text is JSON.
 */
export function faultOfJson(text: string): 'too deep' | 'name repeated' | null {
  // The names of each open object; null for an open list.
  const open: (Set<string> | null)[] = [];
  let isName = false;
  for (const [part] of text.matchAll(token)) {
    if (part === '{' || part === '[') {
      if (open.push(part === '{' ? new Set() : null) > maxDepth) return 'too deep';
      isName = part === '{';
    } else if (part === '}' || part === ']') {
      open.pop();
      isName = false;
    } else if (part === ',') isName = Boolean(open.at(-1));
    else if (part === ':') isName = false;
    else if (isName) {
      const names = open.at(-1);
      const name = nameOf(part);
      if (names?.has(name)) return 'name repeated';
      names?.add(name);
    }
  }
  return null;
}
