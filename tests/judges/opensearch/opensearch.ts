import type { Judge } from '../judge.ts';
import { install, withEngine } from './opensearch-node.ts';
import { askTruth } from './truth.ts';

/** OpenSearch behind the catalog's port: the questions of the truth, and what else the port answers. */
export const openSearch: Judge = {
  name: 'opensearch',
  async judge() {
    const libraries = install();
    const { asked, others, rebuilt, differences } = await withEngine(libraries, 1024, askTruth);
    return {
      checked: asked + others,
      findings: differences,
      says: `${asked} questions of five kinds of readers, ${rebuilt} indexes rebuilt between them`,
    };
  },
};
