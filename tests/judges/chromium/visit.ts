import { prepareChromium } from '#functions/_adapters/browser/chromium-path.ts';
import { openMarketplace } from '#functions/_adapters/browser/open-marketplace.ts';

/**
 * One link as the scraper visits it: the browser unpacked and started, the search, the cars one after the other. Run by
 * `chromium.ts` with as little as Lambda gives; prints what came of it.
 */
export type Visit = {
  args: string[];
  failures: string[];
  rows: number;
  cars: number;
  startSeconds: number;
  searchSeconds: number;
  slowestCarSeconds: number;
};

const [link = ''] = process.argv.slice(2);
const mostCars = 20;
const clock = () => performance.now() / 1000;
const rounded = (seconds: number) => Math.round(seconds * 10) / 10;

const from = clock();
const { args } = await prepareChromium();
const marketplace = await openMarketplace({ demoOrigin: new URL(link).origin });
const started = clock();
const addresses: string[] = [];
const failures: string[] = [];
const search = await marketplace.visitSearch(link, {
  onPage: async ({ listings }) => {
    addresses.push(...listings.map(({ itemUrl }) => itemUrl));
    return 'more';
  },
  scrollPauseMs: () => 500,
});
if (search.failure) failures.push(`search: ${search.failure.class}`);
const searched = clock();
let [cars, slowest] = [0, 0];
for (const address of [...new Set(addresses)].slice(0, mostCars)) {
  const asked = clock();
  const page = await marketplace.visitItem(address);
  slowest = Math.max(slowest, clock() - asked);
  cars += page.listings.length;
  if (page.listings.length !== 1) failures.push(`${address}: ${JSON.stringify(page).slice(0, 200)}`);
}
await marketplace.close();
const visit: Visit = {
  ...{ args, failures, rows: new Set(addresses).size, cars },
  startSeconds: rounded(started - from),
  searchSeconds: rounded(searched - started),
  slowestCarSeconds: rounded(slowest),
};
console.info(JSON.stringify(visit));
