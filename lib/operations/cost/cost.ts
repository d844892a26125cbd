import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { repositoryRoot } from '#lib/build/output.ts';
import { Refusal, readStage, runCommand, stackNameOf, stages } from '#lib/stage.ts';
import {
  addUp,
  costReport,
  idleConsumption,
  monthOf,
  ofOneImport,
  ofOneSearch,
  ofOneVisit,
  ofThousandCars,
  readGrown,
  type StackTemplate,
  standing,
} from './figures.ts';

const help = `Says what a month of a stage costs at AWS, by list prices.

  npm run ops -- cost --stage prod                                  a month in which nobody comes
  npm run ops -- cost --stage prod --imports 2000 --visits 30000    a month with imports of forty cars, and visits
  npm run ops -- cost --stage prod --cars 100000 --searches 500     a month of a catalog, and of links asked every hour
  npm run ops -- cost --stage prod --grown growth.txt --people 100000 --cars 1000000 --searches 10000    by what a simulation counted

  --stage NAME     ${stages.join(' or ')}
  --imports N      imports by hand
  --visits N       visits of the site
  --people N       people who sign in
  --searches N     links and filters that are asked every hour, however many people follow them
  --cars N         cars in the catalog
  --grown FILE     what "npm run simulate -- growth" said, scaled to these people, searches and cars in the place of rough figures
  --help           this text

It counts what stands in the template that "npm run synth" wrote. Stripe, the register and a domain are not in it.
`;

function wholeNumber(name: string, given: string): number {
  if (!/^\d{1,9}$/.test(given)) throw new Refusal(`--${name} is "${given}" but must be a whole number.`);
  return Number(given);
}

function readOptions(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        stage: { type: 'string' },
        imports: { type: 'string', default: '0' },
        visits: { type: 'string', default: '0' },
        people: { type: 'string', default: '0' },
        searches: { type: 'string', default: '0' },
        cars: { type: 'string', default: '0' },
        grown: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }).values;
  } catch (error) {
    throw new Refusal(
      `${error instanceof Error ? error.message : error}\n"npm run ops -- cost --help" lists the options.`,
    );
  }
}

await runCommand(() => {
  const options = readOptions(process.argv.slice(2));
  if (options.help) return console.info(help);
  const stage = readStage(options.stage);
  const path = join(repositoryRoot, 'cdk.out', `${stackNameOf(stage)}.template.json`);
  if (!existsSync(path))
    throw new Refusal(`There is no template of ${stage} yet: npm run synth -- -c stage=${stage}`);
  const template = JSON.parse(readFileSync(path, 'utf8')) as StackTemplate;
  const idle = idleConsumption(template);
  const links = wholeNumber('searches', options.searches);
  const size = { people: wholeNumber('people', options.people), cars: wholeNumber('cars', options.cars) };
  if (options.grown) {
    const month = monthOf(readGrown(options.grown), { ...size, links });
    for (const line of costReport(
      addUp([
        [standing(idle), 1],
        [month, 1],
      ]),
    ))
      console.info(line);
    return;
  }
  const consumption = addUp([
    [idle, 1],
    [ofOneImport, wholeNumber('imports', options.imports)],
    [ofOneVisit, wholeNumber('visits', options.visits)],
    [{ people: 1 }, size.people],
    [ofOneSearch, links],
    [ofThousandCars, size.cars / 1_000],
  ]);
  for (const line of costReport(consumption)) console.info(line);
});
