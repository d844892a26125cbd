import { type ReactNode, useId, useState } from 'react';
import type { LimitName } from '#core/catalog/number-filters.ts';
import type { CarListWire } from '#core/contract/routes/cars.ts';
import { type TownNames, townNameFinder } from '#core/places/places.ts';
import namesUrl from '#core/places/town-names.json?url';
import { type Deal, deals } from '#core/valuation/valuation.ts';
import { formatNumber } from '../i18n/format.ts';
import { useFilterTexts } from '../i18n/text-parts.ts';
import type { OpenUpgrade } from '../payments/upgrade-reason.ts';
import { Button } from '../ui/button.tsx';
import { DealBadge } from '../ui/deal-badge.tsx';
import { SelectField } from '../ui/fields.tsx';
import { Icon } from '../ui/icon.tsx';
import { notify } from '../ui/notices.tsx';
import { anyRadius, type ListFilters } from './list-state.ts';

type Facets = Omit<CarListWire, 'cars' | 'page' | 'totalCount' | 'totalPages' | 'catalogVersion'>;
/** What every filter of the panel is given: what is chosen, the cars of each choice, and how another one is made. */
export type PanelProps = {
  state: ListFilters;
  facets: Facets | undefined;
  onChange: (change: Partial<ListFilters>) => void;
};
/** The filters of the list that hold a `Value`. */
type FilterOf<Value> = {
  [Name in keyof ListFilters]: ListFilters[Name] extends Value ? Name : never;
}[keyof ListFilters];

/** A list with a name more or, where it has it, less. */
const toggled = <T extends string>(chosen: readonly T[], name: T): T[] =>
  chosen.includes(name) ? chosen.filter((other) => other !== name) : [...chosen, name];

type CheckOptionProps = {
  isChecked: boolean;
  count: string | null;
  onToggle: () => void;
  children: ReactNode;
};

/** A filter's checkbox with its count. */
function CheckOption({ isChecked, count, onToggle, children }: CheckOptionProps) {
  return (
    <label className="flex h-11 items-center gap-2.5 text-control md:h-9">
      <input type="checkbox" checked={isChecked} className="tick rounded-[5px]" onChange={onToggle} />
      <span className="min-w-0 truncate">{children}</span>
      {count !== null && <span className="ml-auto text-meta text-ink-3">{count}</span>}
    </label>
  );
}

/** One filter of the panel under its heading. A floated legend lays out like any other block. */
export function FilterGroup({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <fieldset className="border-t border-rule pt-5 pb-6">
      <legend className="float-left mb-2 flex w-full items-center justify-between text-control font-semibold">
        {title}
      </legend>
      <div className="clear-both">{children}</div>
    </fieldset>
  );
}

const shownFirst = 7;

/** The most frequent brands, and all on request. A chosen brand stays even without cars. */
export function BrandFilter({ state, facets, onChange }: PanelProps) {
  const t = useFilterTexts();
  const brands = facets?.brands ?? [];
  const chosen = state.brands;
  const [showsAll, setShowsAll] = useState(false);
  const counts = new Map(brands.map(({ name, count }) => [name, count]));
  const byCount = [...brands].sort((a, b) => b.count - a.count).map(({ name }) => name);
  const frequent = byCount.slice(0, shownFirst);
  const all = [...new Set([...byCount, ...chosen])];
  const shown = showsAll
    ? all.sort((a, b) => a.localeCompare(b, 'da'))
    : [...new Set([...frequent, ...chosen])];
  const toggle = (name: string) => {
    // Drop the models of a removed brand: they would exclude every other car.
    const isOff = chosen.includes(name);
    onChange({ brands: toggled(chosen, name), ...(isOff && { models: [] }) });
  };
  if (all.length === 0) return null;
  return (
    <FilterGroup title={t.filters.brand}>
      <div>
        {shown.map((name) => (
          <CheckOption
            key={name}
            isChecked={chosen.includes(name)}
            count={formatNumber(counts.get(name) ?? 0)}
            onToggle={() => toggle(name)}
          >
            {name}
          </CheckOption>
        ))}
      </div>
      {all.length > shownFirst && (
        <Button look="link" className="mt-2.5 text-meta" onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? t.filters.fewerBrands : t.filters.allBrands(all.length)}
        </Button>
      )}
    </FilterGroup>
  );
}

const choices = { gearbox: 'gearboxes', seller: 'sellers' } as const;

type ChoiceFilterProps<Name extends keyof typeof choices> = PanelProps & {
  name: Name;
  title: string;
  options: readonly NonNullable<ListFilters[Name]>[];
  labels: Record<NonNullable<ListFilters[Name]>, string>;
};

/** Radio buttons with counts, including "any". */
export function ChoiceFilter<Name extends keyof typeof choices>(props: ChoiceFilterProps<Name>) {
  type Value = NonNullable<ListFilters[Name]>;
  const { name, title, options, labels, state, facets, onChange } = props;
  const counts: readonly { name: string; count: number }[] = facets?.[choices[name]] ?? [];
  const t = useFilterTexts();
  const group = useId();
  const radio = (value: Value | null, label: string, count: number | null) => (
    <label key={label} className="flex h-11 cursor-pointer items-center gap-2.5 text-control md:h-9">
      <input
        type="radio"
        name={group}
        checked={state[name] === value}
        onChange={() => onChange({ [name]: value })}
        className="tick rounded-full"
      />
      <span className="min-w-0 truncate">{label}</span>
      {count !== null && <span className="ml-auto text-meta text-ink-3">{formatNumber(count)}</span>}
    </label>
  );
  return (
    <FilterGroup title={title}>
      {radio(null, t.filters.any, null)}
      {options.map((option) =>
        radio(option, labels[option], counts.find((each) => each.name === option)?.count ?? 0),
      )}
    </FilterGroup>
  );
}

type DealFilterProps = {
  counts: { name: Deal; count: number }[] | null;
  chosen: Deal[];
  hasPremium: boolean;
  onChange: (deals: Deal[]) => void;
  onUpgrade: OpenUpgrade;
};

/** Premium only: for other readers the boxes open the upgrade dialog. */
export function DealFilter({ counts, chosen, hasPremium, onChange, onUpgrade }: DealFilterProps) {
  const t = useFilterTexts();
  const countOf = (deal: Deal) => {
    const found = counts?.find(({ name }) => name === deal);
    return found ? formatNumber(found.count) : null;
  };
  return (
    <FilterGroup
      title={
        <>
          {t.filters.deal}
          {!hasPremium && (
            <span className="flex items-center gap-1 text-caption font-medium text-ink-3">
              <Icon name="lock" size={15} />
              {t.filters.premium}
            </span>
          )}
        </>
      }
    >
      {deals.map((deal) => (
        <CheckOption
          key={deal}
          isChecked={chosen.includes(deal)}
          count={countOf(deal)}
          onToggle={() => (hasPremium ? onChange(toggled(chosen, deal)) : onUpgrade('deal_filter'))}
        >
          <DealBadge deal={deal} />
        </CheckOption>
      ))}
    </FilterGroup>
  );
}

type NamesKey = 'fuels' | 'models' | 'sources' | 'bodies' | 'colors' | 'features';

type NamesFilterProps<Name extends NamesKey> = PanelProps & {
  name: Name;
  title: string;
  options: readonly ListFilters[Name][number][];
  labels: Readonly<Record<ListFilters[Name][number], string>>;
};

/** Checkboxes for the names that have cars; a chosen one stays even without cars. */
export function NamesFilter<Name extends NamesKey>(props: NamesFilterProps<Name>) {
  type Value = ListFilters[Name][number];
  const { name, title, options, labels, state, facets, onChange } = props;
  const counts: readonly { name: string; count: number }[] = facets?.[name] ?? [];
  const chosen: readonly Value[] = state[name];
  const countOf = (option: Value) => counts.find((each) => each.name === option)?.count ?? 0;
  const shown = options.filter((option) => countOf(option) > 0 || chosen.includes(option));
  if (shown.length === 0) return null;
  return (
    <FilterGroup title={title}>
      {shown.map((option) => (
        <CheckOption
          key={option}
          isChecked={chosen.includes(option)}
          count={formatNumber(countOf(option))}
          onToggle={() => onChange({ [name]: toggled(chosen, option) })}
        >
          {labels[option]}
        </CheckOption>
      ))}
    </FilterGroup>
  );
}

const modelsShownFirst = 6;

/** The models of the chosen brands: the most frequent, and all on request. */
export function ModelFilter(props: PanelProps) {
  const t = useFilterTexts();
  const models = props.facets?.models ?? [];
  const chosen = props.state.models;
  const [showsAll, setShowsAll] = useState(false);
  const all = [...new Set([...models.map(({ name }) => name), ...chosen])];
  const frequent = models.slice(0, modelsShownFirst).map(({ name }) => name);
  const options = showsAll
    ? all.sort((a, b) => a.localeCompare(b, 'da', { numeric: true }))
    : [...new Set([...frequent, ...chosen])];
  return (
    <>
      <NamesFilter
        {...props}
        name="models"
        title={t.filters.model}
        options={options}
        labels={Object.fromEntries(all.map((name) => [name, name]))}
      />
      {all.length > modelsShownFirst && (
        <Button look="link" className="-mt-4 mb-6 text-meta" onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? t.filters.fewerModels : t.filters.allModels(all.length)}
        </Button>
      )}
    </>
  );
}

type TownList = {
  names: readonly string[];
  /** The town's standard name ("Århus C" is Aarhus), or null if unknown. */
  nameOf: (text: string) => string | null;
};

async function fetchTowns(): Promise<TownList> {
  const response = await fetch(namesUrl);
  if (!response.ok) throw new Error(`the towns: ${response.status}`);
  const data = (await response.json()) as TownNames;
  return { names: Object.keys(data.postalCodes), nameOf: townNameFinder(data) };
}

let asked: Promise<TownList> | null = null;

/** Loads the town names once, on first use; a failed load can be retried. */
function loadTowns(): Promise<TownList> {
  asked ??= fetchTowns();
  asked.catch(() => {
    asked = null;
  });
  return asked;
}

/** The steps of a filter, plus the limit in the address if it is not one of them. */
export const withOwn = (steps: readonly number[], own: number | null): readonly number[] =>
  own === null ? steps : [...new Set([...steps, own])].sort((a, b) => a - b);

type LimitFilterProps = PanelProps & {
  name: LimitName;
  title: string;
  label: string;
  steps: readonly number[];
  words: (step: number) => string;
  children?: ReactNode;
};

/** One limit, chosen among steps. */
export function LimitFilter(props: LimitFilterProps) {
  const { name, title, label, steps, words, state, onChange, children } = props;
  const limit = state[name];
  const t = useFilterTexts();
  return (
    <FilterGroup title={title}>
      <SelectField<number | ''>
        label={label}
        value={limit ?? ''}
        options={[['', t.filters.any], ...withOwn(steps, limit).map((step) => [step, words(step)] as const)]}
        onChange={(chosen) => onChange({ [name]: chosen === '' ? null : chosen })}
      />
      {children}
    </FilterGroup>
  );
}

const radiiKm = [10, 25, 50, 75, 100, 150, 200];

type Place = { place: string; radiusKm: number };
type PlaceFilterProps = Place & { onChange: (change: Place) => void };

/** A town and how far from it. */
export function PlaceFilter({ place, radiusKm, onChange }: PlaceFilterProps) {
  const t = useFilterTexts();
  return (
    <FilterGroup title={t.filters.place}>
      <div className="grid gap-2">
        <TownField place={place} onTown={(town) => onChange({ place: town, radiusKm })} />
        {place !== '' && (
          <SelectField
            label={t.filters.radius}
            value={radiusKm}
            options={[
              ...withOwn(radiiKm, radiusKm === anyRadius ? null : radiusKm).map(
                (km) => [km, t.filters.withinKm(formatNumber(km))] as const,
              ),
              [anyRadius, t.filters.anyDistance],
            ]}
            onChange={(km) => onChange({ place, radiusKm: km })}
          />
        )}
        {place !== '' && <p className="text-caption text-ink-3">{t.filters.distanceHint}</p>}
      </div>
    </FilterGroup>
  );
}

/** Suggests known towns while typing; an unknown town shows a message and filters nothing. */
function TownField({ place, onTown }: { place: string; onTown: (town: string) => void }) {
  const t = useFilterTexts();
  const id = useId();
  const [draft, setDraft] = useState<string | null>(null);
  const [isUnknown, setUnknown] = useState(false);
  const [names, setNames] = useState<readonly string[]>([]);
  const commit = async () => {
    const wanted = (draft ?? place).trim();
    let town: string | null = '';
    if (wanted !== '') {
      const towns = await loadTowns().catch(() => notify(t.failures.offline));
      if (!towns) return;
      town = towns.nameOf(wanted);
    }
    setUnknown(town === null);
    if (town === null) return;
    setDraft(null);
    if (town !== place) onTown(town);
  };
  return (
    <>
      <input
        aria-label={t.filters.town}
        aria-invalid={isUnknown}
        aria-describedby={isUnknown ? `${id}-unknown` : undefined}
        list={`${id}-towns`}
        value={draft ?? place}
        placeholder={t.filters.townExample}
        maxLength={60}
        autoComplete="off"
        className="h-11 w-full rounded-lg border border-field bg-surface px-3 text-control placeholder:text-ink-3 aria-invalid:border-poor"
        onFocus={() =>
          void loadTowns().then(
            ({ names }) => setNames(names),
            () => undefined,
          )
        }
        onChange={(event) => {
          setDraft(event.target.value);
          setUnknown(false);
        }}
        onBlur={() => void commit()}
        onKeyDown={(event) => event.key === 'Enter' && void commit()}
      />
      <datalist id={`${id}-towns`}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {isUnknown && (
        <p id={`${id}-unknown`} role="alert" className="text-caption text-poor">
          {t.filters.townUnknown}
        </p>
      )}
    </>
  );
}

type YesFilterProps = PanelProps & { name: FilterOf<boolean>; title: string; label: string };

/** A filter with a single checkbox. */
export function YesFilter({ name, title, label, state, onChange }: YesFilterProps) {
  const isOn = state[name];
  return (
    <FilterGroup title={title}>
      <CheckOption isChecked={isOn} count={null} onToggle={() => onChange({ [name]: !isOn })}>
        {label}
      </CheckOption>
    </FilterGroup>
  );
}
