import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { accountFailure } from '#core/accounts/cognito-errors.ts';
import { sortOptions } from '#core/catalog/card-query.ts';
import { moreLimits } from '#core/catalog/number-filters.ts';
import { importFailureClasses } from '#core/contract/routes/imports.ts';
import { failureCodes } from '#core/failure.ts';
import { linkRefusals } from '#core/marketplaces/link-refusals.ts';
import { ratingReasons } from '#core/valuation/valuation.ts';
import { limitReached } from '#functions/imports/begin-import.ts';
import { views } from '../../../web/src/catalog/list-state.ts';
import * as daCar from '../../../web/src/i18n/da/car-page.ts';
import { guide as daGuide } from '../../../web/src/i18n/da/pages/help.ts';
import { da } from '../../../web/src/i18n/da.ts';
import * as enCar from '../../../web/src/i18n/en/car-page.ts';
import { guide as enGuide } from '../../../web/src/i18n/en/pages/help.ts';
import { en } from '../../../web/src/i18n/en.ts';
import {
  accountTexts,
  browseTexts,
  buttonTexts,
  collectionTexts,
  costTexts,
  filterTexts,
  helpTexts,
  importTexts,
  inboxTexts,
  legalTexts,
  plateTexts,
  storyTexts,
} from '../../../web/src/i18n/text-parts.ts';

type Leaf = { path: string; value: unknown };

function leavesOf(texts: object, prefix = ''): Leaf[] {
  return Object.entries(texts).flatMap(([name, value]) => {
    const path = prefix ? `${prefix}.${name}` : name;
    // Made for a marketplace: the sentences of one stand for those of the others.
    const held = path === 'importFailures' ? value('facebook') : value;
    return typeof held === 'object' && held !== null ? leavesOf(held, path) : [{ path, value: held }];
  });
}

/** A text function called with numbers and words alike: every one of ours accepts both, but those that translate a word. */
function example({ path, value }: Leaf): string {
  const first = path.startsWith('words.') ? 'x' : 2;
  return typeof value === 'function' ? String(value(first, 'x', 'y', 'z')) : String(value);
}

const files = readdirSync('web/src', { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !path.startsWith('i18n/en') && !path.startsWith('i18n/da'))
  .map((path) => ({ path, text: readFileSync(join('web/src', path), 'utf8') }));
const sources = files.map(({ text }) => text).join('\n');

// Groups whose keys come from the service or from a list of names, looked up by a variable.
const lookedUp =
  /^(failures|importFailures|history\.leftOutBy|refused|deals|time|car\.facts|filters\.(fuels|gearboxes|sellers|bodies|colors|features|limit(Titles|Labels|Steps|Hints))|card\.(running|notPrice)|why\.(despite|near|reason)|payments\.(plan|reason)|firstOffer\.toPay|profile\.(statuses|failed|paymentStatus|eraseConsequences)|tokens\.scopes|extensionPage\.(does|never)|unsubscribe|notifications\.types|searches\.rule\.(news|kinds)|alerts\.(kinds|kindNotes|untold|channels|emailStates|formats|pushRefused)|facts\.(kind|advice|caution)|findings\.(weight|kind|ask|faultsFound)|check\.noValue|checkFile\.columns|cost\.(kind|energy|noEnergy|unit|field)|story\.(verdict|explanation|topic|kind|source|said))\./;
const copying = ['copy', 'copied', 'copyFailed'];
const lookedUpIn: Record<string, readonly string[]> = {
  // The chips have the panel's words only while one of its filters is at work, and links their words of power.
  filters: ['avoided', 'power', ...moreLimits.map((name) => `limits.${name}`)],
  list: [...sortOptions, ...views],
  why: ['amazing', 'fair', 'poor'],
  notifications: ['all', 'unreadOnly', 'readOnly'],
  searches: ['active', 'paused', 'expired'],
  tokens: copying,
  'searches.feed': copying,
  sharing: copying,
  shell: ['guide', 'faq', 'support', 'terms', 'privacy', 'changelog'],
  imports: [
    'queued',
    'scraping',
    'ocr',
    'tjekbil',
    'completed',
    'failed',
    'segmentScraping',
    'segmentOcr',
    'segmentTjekbil',
    'segmentCompleted',
  ],
  keys: [
    'search',
    'next',
    'previous',
    'star',
    'enter',
    'list',
    'compare',
    'hide',
    'help',
    'photos',
    'escape',
  ],
  history: ['manual', 'automatic', 'page', 'started', 'completed', 'failed'],
};
const isLookedUp = (path: string) =>
  lookedUp.test(path) ||
  Object.entries(lookedUpIn).some(([group, names]) => names.some((name) => path === `${group}.${name}`));

/** Groups that screens read without the group's name, and where these screens are. */
const ownGroups: Readonly<Record<string, string>> = {
  collections: 'searches/',
  sharing: 'searches/',
  firstOffer: 'cars/first-offer',
  unrated: 'cars/unrated-outlook',
};
const isOfOwnGroup = (path: string) => path.split('.', 1)[0]! in ownGroups;

/** By its whole name: "card.below" is not used where "card.belowAll" is. */
const isUsed = (path: string) =>
  isLookedUp(path) || new RegExp(`\\b(t|texts)\\.${path.replaceAll('.', '\\.')}\\b`).test(sources);

/** Words, names and formats that are the same in Danish: each was looked at. */
const reviewedAsSame: readonly string[] = [
  'common.email: E-mail',
  'common.status: Status',
  'shell.menu: Menu',
  'list.guide: Guide',
  'filters.fuels.diesel: Diesel',
  'filters.fuels.plugin_hybrid: Plug-in hybrid',
  'filters.fuels.hybrid: Hybrid',
  'filters.fuels.gas: Gas',
  'filters.bodies.hatchback: Hatchback',
  'filters.bodies.suv: SUV',
  'filters.bodies.mpv: MPV',
  'filters.bodies.coupe: Coupé',
  'filters.bodies.pickup: Pickup',
  'filters.colors.beige: Beige',
  'filters.colors.orange: Orange',
  'filters.features.carplay: CarPlay',
  'filters.features.navigation: Navigation',
  'filters.premium: Premium',
  'filters.model: Model',
  'plans.name.premium: Premium',
  'words.color: X',
  'words.equipment: X',
  'car.counter: 2 / x',
  'car.model: Model',
  'car.variant: Variant',
  'car.kroner: 2 kr.',
  'imports.segmentTjekbil: Register',
  'profile.plan: Plan',
  'profile.receiptOf: for 2, x',
  'alerts.channels.email: E-mail',
  'alerts.channels.webhook: Webhook',
  'alerts.format: Format',
  'alerts.formats.ntfy: ntfy',
  'alerts.formats.discord: Discord',
  'alerts.formats.slack: Slack',
  'searches.feed.open: Feed',
  'story.kind.status: Status',
  'cost.energy.diesel: Diesel',
  'cost.unit.petrol: l',
  'cost.unit.diesel: l',
  'cost.unit.electricity: kWh',
  'pages.guide.title: Guide',
];

async function everyText(language: 'en' | 'da') {
  const first = language === 'en' ? { ...en, ...enCar } : { ...da, ...daCar };
  const { panel, empty } = await filterTexts.load(language);
  return {
    ...first,
    filters: { ...first.filters, ...panel },
    empty,
    ...(await importTexts.load(language)),
    ...(await accountTexts.load(language)),
    ...(await browseTexts.load(language)),
    ...(await buttonTexts.load(language)),
    ...(await inboxTexts.load(language)),
    ...(await collectionTexts.load(language)),
    ...(await storyTexts.load(language)),
    ...(await costTexts.load(language)),
    ...(await plateTexts.load(language)),
    pages: { ...(await helpTexts.load(language)), ...(await legalTexts.load(language)) },
  };
}

describe('the texts', async () => {
  const english = leavesOf(await everyText('en'));
  const danish = new Map(leavesOf(await everyText('da')).map(({ path, value }) => [path, value]));

  it('the texts say import, never scrape, in both languages and in every refusal', () => {
    const said = [...english.map(example), ...[...danish].map(([path, value]) => example({ path, value }))];
    said.push(limitReached().message, ...Object.values(linkRefusals));
    expect(said.filter((text) => /\bscrap|user ?name/i.test(text))).toEqual([]);
  });

  it('the texts call logging in by one name', () => {
    const said = english.map(example).filter((text) => /\bsign(ed|ing)?[ -]in\b/i.test(text));
    expect(said).toEqual([]);
  });

  it('the texts group the thousands of what may be counted in thousands, in both languages', async () => {
    const large = 12_345;
    const counting =
      /^(history\.(leftOutBy|moreLeftOut|added)|searches\.lastResult|profile\.usedUnlimited|car\.modelDaysValue)/;
    const said = [...english, ...[...danish].map(([path, value]) => ({ path, value }))]
      .filter(({ path }) => counting.test(path))
      .map(({ value }) => (value as (...counts: number[]) => string)(large, large));
    const news = { new: large, dropped: large, back: large, gone: large };
    for (const language of ['en', 'da'] as const)
      said.push((await inboxTexts.load(language)).searches.browser.found(news));
    expect(said.length).toBeGreaterThan(16);
    expect(said.filter((text) => text.includes(String(large)))).toEqual([]);
  });

  it('the English text of each refusal equals the service’s message', () => {
    expect(en.failures).toMatchObject(linkRefusals);
    expect(en.failures.limit_reached).toBe(limitReached().message);
    for (const [name, code] of [
      ['UserNotFoundException', 'wrong_credentials'],
      ['CodeMismatchException', 'code_mismatch'],
    ] as const)
      expect(accountFailure('sign-in', name, 'x')?.message).toBe(en.failures[code]);
  });

  it('the texts have the same keys in both languages', () => {
    expect([...danish.keys()].sort()).toEqual(english.map(({ path }) => path).sort());
  });

  it('the texts have the same kind in both languages, and only the reason of a rated car is empty', () => {
    for (const { path, value } of english) {
      expect(typeof danish.get(path), path).toBe(typeof value);
      if (path === 'why.reason.rated') continue;
      expect(example({ path, value }).trim(), path).not.toBe('');
      expect(example({ path, value: danish.get(path) }).trim(), path).not.toBe('');
    }
  });

  it('the texts that are equal in both languages are exactly those on the reviewed list', () => {
    const same = english
      .filter(
        ({ path, value }) =>
          example({ path, value }) !== '' &&
          example({ path, value }) === example({ path, value: danish.get(path) }),
      )
      .map(({ path, value }) => `${path}: ${example({ path, value })}`);
    expect(same).toEqual(reviewedAsSame);
  });

  it('the app uses every text', () => {
    const unused = english
      .map(({ path }) => path)
      .filter((path) => !path.startsWith('pages.') && !isOfOwnGroup(path) && !isUsed(path));
    expect(unused).toEqual([]);
  });

  it('the screens use every text of their own group', () => {
    const isSaid = (path: string) => {
      const group = path.split('.', 1)[0]!;
      const name = path.slice(group.length + 1).replaceAll('.', '\\.');
      const texts = files.filter((file) => file.path.startsWith(ownGroups[group]!)).map(({ text }) => text);
      return new RegExp(`\\b(t|own|texts)\\.${name}\\b`).test(texts.join('\n'));
    };
    const own = english.map(({ path }) => path).filter((path) => isOfOwnGroup(path) && !isLookedUp(path));
    expect(own.filter((path) => !isSaid(path))).toEqual([]);
  });

  it('every group of texts looked up by a variable is used', () => {
    const groups = new Set(
      english
        .filter(({ path }) => lookedUp.test(path))
        .map(({ path }) => path.slice(0, path.lastIndexOf('.'))),
    );
    const isRead = (group: string) => {
      const name = isOfOwnGroup(group) ? group.slice(group.indexOf('.') + 1) : group;
      return new RegExp(`\\b(t|texts)\\.${name.replace('.', '\\.')}(\\[|,|\\)|;|\\.map|\\s|\\b)`).test(
        sources,
      );
    };
    expect([...groups].filter((group) => !isRead(group))).toEqual([]);
  });

  it('the texts hold a sentence for every failure, import failure and rating reason', async () => {
    expect(Object.keys(en.failures)).toEqual(expect.arrayContaining([...failureCodes]));
    expect(Object.keys((await importTexts.load('en')).importFailures('dba'))).toEqual(
      expect.arrayContaining([...importFailureClasses]),
    );
    expect(Object.keys(enCar.why.reason)).toEqual([...ratingReasons]);
  });
});

it.each([
  ['en', enGuide, enCar, en],
  ['da', daGuide, daCar, da],
] as const)('the guide quotes headings and words that the app uses (%s)', (language, guide, car, texts) => {
  const said = guide.sections.flatMap(({ paragraphs }) => paragraphs).join(' ');
  const quoted = [...said.matchAll(/[“”]([^“”]+)”/g)].map(([, words]) => words!);
  const known = [car.why.title, car.facts.title, ...Object.values(texts.deals), car.car.openOn('…')];
  const fromElsewhere = {
    en: ['Import cars', 'HTML only', 'More ways'],
    da: ['Importér biler', 'Kun HTML', 'Flere måder'],
  }[language];
  expect(quoted.filter((words) => ![...known, ...fromElsewhere].includes(words))).toEqual([]);
});
