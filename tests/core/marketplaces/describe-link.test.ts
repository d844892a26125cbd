import { describe, expect, it } from 'vitest';
import { describeLink } from '#core/marketplaces/describe-link.ts';

describe('the name of a search', () => {
  it.each([
    ['https://www.facebook.com/marketplace/odense/search?query=octavia&locale=en_US', 'octavia · Odense'],
    ['https://www.facebook.com/marketplace/category/vehicles?make=skoda', 'skoda'],
    ['https://www.facebook.com/marketplace/search?query=golf&make=skoda', 'golf'],
    ['https://www.facebook.com/marketplace/vehicles?query=golf', 'golf'],
    ['https://www.facebook.com/marketplace/cars?query=golf', 'golf'],
    ['https://www.facebook.com/marketplace/nykøbing_f/cars', 'Nyk%C3%B8bing f'],
    ['https://www.facebook.com/marketplace/new-york--city/cars', 'New york city'],
    ['https://www.facebook.com', 'Marketplace'],
    ['no address', 'Marketplace'],
    ['https://www.facebook.com/marketplace/108051929285833/cars?locale=en_US', 'Marketplace'],
    ['https://www.dba.dk/mobility/search/car?variant=1.817.1433&price_to=90000', 'VW · DBA'],
    ['https://www.dba.dk/mobility/search/car?q=golf+gti', 'golf gti · DBA'],
    ['https://www.dba.dk/mobility/search/car?price_to=90000', 'DBA'],
    ['https://www.bilbasen.dk/brugt/bil/fiat/panda?priceto=9000', 'Fiat Panda · Bilbasen'],
    [
      'https://www.bilbasen.dk/brugt/bil/vw/golf-vii/14-tsi-125-comfortline-5d/6605273',
      'Vw Golf vii · Bilbasen',
    ],
    ['https://www.bilbasen.dk/brugt/bil?free=golf+gti', 'golf gti · Bilbasen'],
    ['http://127.0.0.1:4802/mobility/search/car?q=golf+gti', 'golf gti · DBA'],
  ])('%s is called “%s”', (href, title) => expect(describeLink(href)).toBe(title));
});
