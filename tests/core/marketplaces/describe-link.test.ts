import { describe, expect, it } from 'vitest';
import { readLink } from '#core/marketplaces/links.ts';
import { automaticTitle } from '#core/searches/search-title.ts';

const facebook = 'https://www.facebook.com/marketplace';
const dba = 'https://www.dba.dk/mobility/search/car';
const bilbasen = 'https://www.bilbasen.dk/brugt/bil';

describe('automaticTitle', () => {
  it.each([
    [`${facebook}/odense/search?query=octavia&locale=en_US`, 'octavia, Odense', 'octavia, Odense'],
    [
      `${facebook}/copenhagen/vehicles?query=VW+Golf&maxPrice=100000&radius=60`,
      'VW Golf, up to 100.000 kr., within 60 km of Copenhagen',
      'VW Golf, op til 100.000 kr., højst 60 km fra København',
    ],
    [
      `${facebook}/copenhagen/vehicles?maxPrice=100000`,
      'Up to 100.000 kr., Copenhagen',
      'Op til 100.000 kr., København',
    ],
    [
      `${facebook}/category/vehicles?make=vw&model=golf&minPrice=50000&maxPrice=90000&minYear=2015&maxMileage=120000`,
      'VW Golf, 50.000–90.000 kr., from 2015, up to 120.000 km',
      'VW Golf, 50.000–90.000 kr., fra 2015, op til 120.000 km',
    ],
    [
      `${facebook}/search?query=golf&fuelType=gasoline&transmissionType=manual&sellerType=individual&latitude=55.41&longitude=10.4&radius=40`,
      'golf, petrol, manual, private, within 40 km of Odense',
      'golf, benzin, manuelt gear, privat, højst 40 km fra Odense',
    ],
    [
      `${facebook}/category/vehicles?latitude=52.52&longitude=13.4&sortBy=price_ascend&daysSinceListed=7`,
      'Listed 7 days at most, 52.52, 13.4, cheapest first',
      'Højst 7 dage til salg, 52.52, 13.4, billigste først',
    ],
    [
      `${facebook}/aarhus/vehicles?carType=suv,wagon&itemCondition=used_good`,
      'SUV / estate, used in good condition, Aarhus',
      'SUV / stationcar, brugt i god stand, Aarhus',
    ],
    [`${facebook}/odense/cars?make=231804`, 'Make 231804, Odense', 'Mærke 231804, Odense'],
    [`${facebook}/new-york--city/cars`, 'New york city', 'New york city'],
    [`${facebook}/108051929285833/cars?locale=en_US`, 'Area 108051929285833', 'Område 108051929285833'],
    ['https://www.facebook.com', 'Marketplace', 'Marketplace'],
    ['no address', 'Marketplace', 'Marketplace'],
    [
      `${dba}?variant=0.817&price_to=90000&transmission=2&fuel=1`,
      'VW, up to 90.000 kr., petrol, automatic · DBA',
      'VW, op til 90.000 kr., benzin, automatgear · DBA',
    ],
    [
      `${dba}?variant=1.817.1433&variant=0.749&engine_effect_from=150&location=0.200009`,
      'VW model 1433 / BMW, from 150 hp, area 0.200009 · DBA',
      'VW model 1433 / BMW, fra 150 hk, område 0.200009 · DBA',
    ],
    [
      `${dba}?variant=0.toString&fuel=toString`,
      'Make toString, fuel toString · DBA',
      'Mærke toString, drivmiddel toString · DBA',
    ],
    [
      `${dba}?max_trailer_weight_from=1500`,
      'Trailer weight from 1.500 kg · DBA',
      'Anhængervægt fra 1.500 kg · DBA',
    ],
    [`${dba}?q=golf+gti`, 'golf gti · DBA', 'golf gti · DBA'],
    ['http://127.0.0.1:4802/mobility/search/car?q=golf+gti', 'golf gti · DBA', 'golf gti · DBA'],
    [
      `${bilbasen}/fiat/panda?priceto=9000&hpfrom=60&zipcode=5000&distance=50`,
      'Fiat Panda, up to 9.000 kr., from 60 hp, within 50 km of 5000 · Bilbasen',
      'Fiat Panda, op til 9.000 kr., fra 60 hk, højst 50 km fra 5000 · Bilbasen',
    ],
    [`${bilbasen}/vw/golf-vii`, 'VW Golf vii · Bilbasen', 'VW Golf vii · Bilbasen'],
    [`${bilbasen}?free=golf+gti&fuel=2`, 'golf gti, fuel 2 · Bilbasen', 'golf gti, drivmiddel 2 · Bilbasen'],
    [bilbasen, 'Bilbasen', 'Bilbasen'],
  ])('the search %s is called “%s”, and in Danish “%s”', (href, english, danish) => {
    expect([automaticTitle(href, 'en'), automaticTitle(href, 'da')]).toEqual([english, danish]);
  });

  it('searches that differ in one filter have different names', () => {
    const base = `${facebook}/copenhagen/vehicles?query=golf`;
    const filters = [
      'minPrice=1',
      'maxPrice=1',
      'minYear=2015',
      'maxYear=2015',
      'minMileage=1',
      'maxMileage=1',
    ];
    const words = ['make=vw', 'model=up', 'carType=suv', 'transmissionType=manual', 'fuelType=diesel'];
    const others = ['sellerType=dealership', 'itemCondition=new', 'deliveryMethod=local_pick_up'];
    const last = ['availability=sold', 'sortBy=price_ascend', 'daysSinceListed=1', 'radius=20'];
    const titles = ['', ...filters, ...words, ...others, ...last].map((filter) => {
      const read = readLink(`${base}&${filter}`);
      return read.ok && automaticTitle(read.link.href, 'en');
    });
    expect(new Set(titles).size).toBe(titles.length);
  });
});
