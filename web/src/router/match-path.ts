function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // "%" alone is no escape: it stands for itself.
    return part;
  }
}

const partsOf = (path: string) => path.split('/').filter(Boolean);

/** The variables of "/car/:id" in a path, null where it does not match; "*" matches everything. */
export function matchPath(pattern: string, pathname: string): Record<string, string> | null {
  if (pattern === '*') return {};
  const [wanted, given] = [partsOf(pattern), partsOf(pathname)];
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [place, part] of wanted.entries()) {
    const found = decode(given[place] ?? '');
    if (part.startsWith(':')) params[part.slice(1)] = found;
    else if (part !== found.toLowerCase()) return null;
  }
  return params;
}
