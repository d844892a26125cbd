import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useId, useState } from 'react';
import type { CallResponse } from '#core/contract/table.ts';
import { call } from '../api/call.ts';
import { queryKeys } from '../api/queries.ts';
import { WordsField } from '../catalog/words-field.tsx';
import { formatDate, formatKroner } from '../i18n/format.ts';
import { useLanguage } from '../i18n/language.tsx';
import { useFailureText, useFilterTexts, useInboxTexts } from '../i18n/text-parts.ts';
import { paths } from '../paths.ts';
import { useAccess } from '../payments/use-plan.ts';
import { Button } from '../ui/button.tsx';
import { CheckBox } from '../ui/fields.tsx';
import { Link } from '../ui/link.tsx';
import { MessageBox } from '../ui/messages.tsx';
import { notify } from '../ui/notices.tsx';
import type { Search } from './use-searches.ts';

type Rule = Search['rule'];
type Replay = CallResponse<'POST /api/subscriptions/replay'>;

const dayMs = 86_400_000;
const replayDays = 30;
/** Until the reader types another one. */
const usualPercent = 10;

type AmountProps = {
  label: string;
  value: number | null;
  least: number;
  most: number;
  /** What an empty field stands for. */
  ifEmpty?: number;
  onChange: (value: number | null) => void;
};

/**
 * A whole number between two bounds, or nothing. What is typed counts at once, within the bounds; what the field shows is put
 * right when it is left.
 */
function Amount({ label, value, least, most, ifEmpty, onChange }: AmountProps) {
  const id = useId();
  const [text, setText] = useState(value === null ? '' : String(value));
  const settle = (typed: string) => {
    const number = Number(typed.replace(/\D/g, ''));
    return number === 0 ? (ifEmpty ?? null) : Math.min(most, Math.max(least, number));
  };
  return (
    <span className="grid gap-1">
      <label htmlFor={id} className="text-meta text-ink-2">
        {label}
      </label>
      <input
        id={id}
        inputMode="numeric"
        autoComplete="off"
        value={text}
        className="h-11 w-36 rounded-lg border border-field bg-surface px-3 text-control text-ink"
        onChange={({ target }) => {
          setText(target.value);
          onChange(settle(target.value));
        }}
        onBlur={() => setText(String(settle(text) ?? ''))}
      />
    </span>
  );
}

type ChoiceProps = {
  isChosen: boolean;
  text: string;
  onChange: (isChosen: boolean) => void;
  children?: ReactNode;
};

function Choice({ isChosen, text, onChange, children }: ChoiceProps) {
  return (
    <>
      <CheckBox isChecked={isChosen} className="flex min-h-11 py-1.5 text-control" onChange={onChange}>
        {text}
      </CheckBox>
      {isChosen && children && <div className="mb-2 ml-8">{children}</div>}
    </>
  );
}

/** Words that keep a car from being told. */
function AvoidedWords({ words, onChange }: { words: string[]; onChange: (words: string[]) => void }) {
  const t = useInboxTexts();
  const { filters } = useFilterTexts();
  return (
    <fieldset className="mt-3 max-w-md">
      <legend className="mb-2 text-control font-semibold">{filters.avoid}</legend>
      <WordsField words={words} hint={t.searches.rule.avoidHint} onChange={onChange} />
    </fieldset>
  );
}

/** Which news of its cars a search tells, with what that would have been in the last days. */
export function RuleForm({ search, onClose }: { search: Search; onClose: () => void }) {
  const t = useInboxTexts();
  const { language } = useLanguage();
  const { seesEstimates, hasPremium, isKnown } = useAccess();
  const mayCompare = seesEstimates || !isKnown;
  const client = useQueryClient();
  const reason = useFailureText();
  const [chosen, setRule] = useState(search.rule);
  const rule: Rule = mayCompare ? chosen : { ...chosen, below_market_percent: null };
  const tried = useMutation({
    mutationFn: () => call('POST /api/subscriptions/replay', { body: { id: search.id, rule, language } }),
  });
  const saved = useMutation({
    mutationFn: () => call('PUT /api/subscriptions/{id}', { params: { id: search.id }, body: { rule } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: queryKeys.searches });
      notify(t.searches.rule.saved);
      onClose();
    },
  });
  const change = (part: Partial<Rule>) => {
    setRule({ ...chosen, ...part });
    tried.reset();
  };
  const drop = rule.price_drop;
  const failure = tried.error ? reason(tried.error, t.searches.rule.tryFailed) : null;
  return (
    <form
      className="mt-4 rounded-lg border border-rule p-4"
      onSubmit={(event) => {
        event.preventDefault();
        saved.mutate();
      }}
    >
      <fieldset>
        <legend className="mb-1 text-control font-semibold wrap-anywhere">
          {t.searches.rule.title(search.title)}
        </legend>
        {(['new_cars', 'amazing', 'entered', 'gone'] as const).map((name) => (
          <Choice
            key={name}
            isChosen={rule[name]}
            text={t.searches.rule.news[name]}
            onChange={(isChosen) => change({ [name]: isChosen })}
          />
        ))}
        <Choice
          isChosen={drop !== null}
          text={t.searches.rule.news.price_drop}
          onChange={(isChosen) =>
            change({ price_drop: isChosen ? { least_dkk: null, least_percent: null } : null })
          }
        >
          {drop && (
            <>
              <div className="flex flex-wrap gap-4">
                <Amount
                  label={t.searches.rule.leastKroner}
                  value={drop.least_dkk}
                  least={1}
                  most={1_000_000}
                  onChange={(least_dkk) => change({ price_drop: { ...drop, least_dkk } })}
                />
                <Amount
                  label={t.searches.rule.leastPercent}
                  value={drop.least_percent}
                  least={1}
                  most={50}
                  onChange={(least_percent) => change({ price_drop: { ...drop, least_percent } })}
                />
              </div>
              <p className="mt-1 text-caption text-ink-3">{t.searches.rule.anyDrop}</p>
            </>
          )}
        </Choice>
        {mayCompare ? (
          <Choice
            isChosen={rule.below_market_percent !== null}
            text={t.searches.rule.news.below_market}
            onChange={(isChosen) => change({ below_market_percent: isChosen ? usualPercent : null })}
          >
            <Amount
              label={t.searches.rule.belowPercent}
              value={rule.below_market_percent}
              least={5}
              most={50}
              ifEmpty={usualPercent}
              onChange={(below_market_percent) => change({ below_market_percent })}
            />
          </Choice>
        ) : (
          <p className="mt-1 text-meta text-ink-2">
            {t.searches.rule.news.below_market}: {t.searches.rule.belowLocked}
          </p>
        )}
      </fieldset>
      <Suspense>
        <AvoidedWords words={rule.avoid ?? []} onChange={(avoid) => change({ avoid })} />
      </Suspense>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button type="submit" look="primary" disabled={saved.isPending}>
          {t.searches.rule.save}
        </Button>
        <Button look="secondary" disabled={tried.isPending} onClick={() => tried.mutate()}>
          {tried.isPending ? t.searches.rule.trying : t.searches.rule.tryIt}
        </Button>
        <Button look="plain" onClick={onClose}>
          {t.searches.rule.close}
        </Button>
      </div>
      <div role="status" className="mt-3">
        {tried.data && <Outcome replay={tried.data} isPartHidden={isKnown && !hasPremium} />}
      </div>
      {failure && <MessageBox kind="error">{failure}</MessageBox>}
      {saved.error && <MessageBox kind="error">{reason(saved.error, t.searches.rule.saveFailed)}</MessageBox>}
    </form>
  );
}

/** What the rule would have told, and since when that is known. */
function Outcome({ replay, isPartHidden }: { replay: Replay; isPartHidden: boolean }) {
  const t = useInboxTexts();
  const { language } = useLanguage();
  const { count, watched_since, is_complete, examples } = replay;
  const days = Math.min(replayDays, Math.floor((Date.now() - Date.parse(watched_since)) / dayMs));
  const isNothingKnown = days === 0 && count === 0;
  const notes = [
    isNothingKnown ? t.searches.rule.unwatched : t.searches.rule.tried(count, Math.max(1, days)),
    !isNothingKnown && days > 0 && days < replayDays && t.searches.rule.watched(days),
    !is_complete && t.searches.rule.atLeast,
    isPartHidden && t.searches.rule.withoutAmazing,
  ];
  return (
    <>
      <p className="max-w-[70ch] text-control">{notes.filter(Boolean).join(' ')}</p>
      {examples.length > 0 && (
        <>
          <h4 className="mt-3 text-meta font-semibold">{t.searches.rule.examples}</h4>
          <ul className="mt-1 grid gap-2">
            {examples.map(({ kind, car_id, title, warning, at, price, from_price }) => (
              <li key={`${kind} ${car_id} ${at}`} className="text-meta text-ink-2">
                {t.searches.rule.kinds[kind]}{' '}
                <Link
                  to={paths.car(car_id)}
                  className="font-semibold underline underline-offset-3 wrap-anywhere"
                >
                  {title}
                </Link>
                {`, ${formatKroner(price)}${from_price === null ? '' : ` (${t.searches.rule.before(formatKroner(from_price))})`}, ${formatDate(at, language)}`}
                {warning && <span className="block">{warning}</span>}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
