import type { DemoLink } from '#demo/marketplace/links.ts';
import type { DemoDba, dbaRefusals } from './answer-dba.ts';

type Row = readonly [search: string, title: string, danishTitle: string];

const searches: readonly Row[] = [
  [
    'registration_class=1&price_to=250000',
    'DBA: up to 250,000 kr., all of Denmark',
    'DBA: højst 250.000 kr. i hele landet',
  ],
  ['variant=0.817&location=0.200009', 'DBA: Volkswagen on Funen', 'DBA: Volkswagen på Fyn'],
  ['fuel=4', 'DBA: electric cars', 'DBA: elbiler'],
  ['q=without-state&price_to=120000', 'DBA: cards without data', 'DBA: kort uden data'],
];

const failures: readonly (readonly [
  keyof typeof dbaRefusals | 'unknown-filter' | 'shut-to-robots',
  string,
  string,
  DemoLink['failureClass'],
])[] = [
  ['refused-403', 'DBA refuses (403)', 'DBA afviser (403)', 'rate_limited'],
  ['refused-429', 'DBA: too many requests (429)', 'DBA: for mange forespørgsler (429)', 'rate_limited'],
  ['refused-202', 'DBA wants a browser checked (202)', 'DBA vil tjekke browseren (202)', 'checkpoint'],
  ['refused-503', 'DBA is down (503)', 'DBA er nede (503)', 'network'],
  ['shut-to-robots', 'DBA shuts robots out', 'DBA lukker robotter ude', 'closed_to_robots'],
  ['renamed', 'DBA has renamed everything', 'DBA har omdøbt det hele', undefined],
  ['unknown-filter', 'DBA leaves out a filter', 'DBA udelader et filter', 'search_not_understood'],
];

/** Addresses of the second marketplace worth pasting. */
export function dbaLinks(dba: DemoDba, origin: string): DemoLink[] {
  const address = (search: string) => `${origin}/mobility/search/car?${search}`;
  const row = ([search, title, danishTitle]: Row): DemoLink => ({
    url: address(search),
    title,
    danishTitle,
    kind: 'dba',
    expectedCars: dba.find(new URLSearchParams(search)).ads.length,
  });
  return [
    ...searches.map(row),
    ...failures.map(([word, title, danishTitle, failureClass]): DemoLink => {
      const search = word === 'unknown-filter' ? 'variant=0.999999' : `q=${word}`;
      // What is renamed on the page still stands in the data: the import completes.
      if (failureClass === undefined) return row([search, title, danishTitle]);
      return { url: address(search), title, danishTitle, kind: 'dba', failureClass };
    }),
  ];
}
