import { rules } from './rules.ts';
import { screens } from './screens.ts';

export type Statement = readonly [id: string, words: string, home: string];

/**
 * What docs/spec.md promises, in our own words: [id, statement, where it lives]. The id begins with the section. A test
 * that proves a statement names its id in a comment above itself: `// spec: 2.header.search`.
 */
export const statements: readonly Statement[] = [...screens, ...rules];
