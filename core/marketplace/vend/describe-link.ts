import { makesAsked } from './make-codes.ts';
import type { VendSite } from './vend-site.ts';

/** What a search looks for on one site of the platform: "golf gti · VW · DBA". */
export const describeVendLink = ({ name }: Pick<VendSite, 'name'>, { searchParams }: URL): string =>
  [searchParams.get('q'), ...makesAsked(searchParams).slice(0, 3), name].filter(Boolean).join(' · ');
