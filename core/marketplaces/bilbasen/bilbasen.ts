import { failed, type Marketplace, refusalOf } from '#core/marketplaces/marketplace.ts';
import { bilbasenItemAddress, bilbasenOrigin } from './link.ts';
import { isBilbasenPhoto, parsePage } from './parse-page.ts';

/** Bilbasen forbids robots: its pages come from people, by the button or as saved files. */
export const bilbasen: Marketplace = {
  id: 'bilbasen',
  home: `${bilbasenOrigin}/brugt/bil`,
  parsePage,
  parseRefusal: (status) => {
    const failure = refusalOf(status, '');
    return failure && failed(failure.class, failure.evidence);
  },
  itemAddress: bilbasenItemAddress,
  visit: { by: 'nobody' },
  isVisitable: () => false,
  isPhotoAddress: isBilbasenPhoto,
  politeness: { itemPagesPerVisit: 0, itemPages: 'bargains' },
};
