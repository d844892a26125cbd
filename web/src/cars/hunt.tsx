import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { huntStages } from '#core/cars/hunt.ts';
import type { HuntedCarWire } from '#core/contract/routes/cars.ts';
import { limits } from '#core/payments/plan.ts';
import { call } from '../api/call.ts';
import { queryKeys } from '../api/queries.ts';
import { formatKroner } from '../i18n/format.ts';
import { useFormat } from '../i18n/language.tsx';
import { useFailureText, useHuntTexts } from '../i18n/text-parts.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { SelectField, TextField } from '../ui/fields.tsx';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { MessageBox } from '../ui/messages.tsx';
import { notify } from '../ui/notices.tsx';

type Kept = Pick<HuntedCarWire, 'note' | 'stage' | 'day'>;
const nothing: Kept = { note: '', stage: null, day: null };

const useHunt = () =>
  useQuery({ queryKey: queryKeys.hunt, queryFn: ({ signal }) => call('GET /api/hunt', { signal }) });

async function keep(client: QueryClient, id: string, kept: Kept): Promise<void> {
  await call('PUT /api/hunt/{id}', { params: { id }, body: kept });
  await client.invalidateQueries({ queryKey: queryKeys.hunt });
}

/** A person's own note, stage and day of a car, on its page. */
export default function Hunt({ carId, className }: { carId: string; className: string }) {
  const t = useHuntTexts();
  const { data, isError } = useHunt();
  const [isOpen, setOpen] = useState(false);
  if (!data) return isError ? <p className={`${className} text-meta text-ink-2`}>{t.loadFailed}</p> : null;
  const entry = data.cars.find(({ id }) => id === carId);
  if (!entry && !isOpen) {
    return (
      <div className={className}>
        <Button look="secondary" onClick={() => setOpen(true)}>
          <Icon name="edit" size={18} />
          {t.add}
        </Button>
      </div>
    );
  }
  return (
    <section className={className}>
      <h2 className="text-h2 tracking-[-0.03em]">{t.title}</h2>
      <p className="mt-2 mb-6 max-w-2xl text-control text-ink-2">{t.text}</p>
      <HuntForm id={carId} kept={entry ?? nothing} isOpened={isOpen} onOpen={setOpen} />
    </section>
  );
}

type FormProps = {
  id: string;
  kept: Kept;
  /** Whether its reader opened it, rather than that something is kept. */
  isOpened: boolean;
  onOpen: (isOpen: boolean) => void;
};

function HuntForm({ id, kept, isOpened, onOpen }: FormProps) {
  const t = useHuntTexts();
  const client = useQueryClient();
  const failureText = useFailureText();
  const noteId = useId();
  const noteField = useRef<HTMLTextAreaElement>(null);
  const [edited, setEdited] = useState<Kept>({ note: kept.note, stage: kept.stage, day: kept.day });
  const [isSending, setSending] = useState(false);
  const isChanged =
    edited.note.trim() !== kept.note || edited.stage !== kept.stage || edited.day !== kept.day;
  const isKept = kept.note !== '' || kept.stage !== null || kept.day !== null;

  const send = async (next: Kept, said: string, undo?: () => void) => {
    setSending(true);
    try {
      await keep(client, id, next);
      notify(said, undo);
    } catch (error) {
      notify(failureText(error));
    } finally {
      setSending(false);
    }
  };
  const edit = (next: Kept, said: string, undo?: () => void) => {
    setEdited(next);
    void send(next, said, undo);
  };
  const remove = () => {
    const { note, stage, day } = kept;
    // The form stays, so that the focus has a place.
    onOpen(true);
    noteField.current?.focus();
    edit(nothing, t.removed, () => edit({ note, stage, day }, t.saved));
  };
  return (
    <form
      className="grid max-w-2xl gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged && !isSending) void send(edited, t.saved);
      }}
    >
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <div className="grid gap-1.5">
          <span className="text-control font-semibold">{t.stage}</span>
          <SelectField
            label={t.stage}
            value={edited.stage ?? ''}
            options={[['', t.none], ...huntStages.map((stage) => [stage, t.stages[stage]] as const)]}
            onChange={(stage) => setEdited({ ...edited, stage: stage === '' ? null : stage })}
          />
        </div>
        <TextField
          type="date"
          label={t.day}
          hint={t.dayHint}
          value={edited.day ?? ''}
          onChange={(event) => setEdited({ ...edited, day: event.target.value || null })}
        />
      </div>
      <div className="grid gap-1.5">
        <label htmlFor={noteId} className="text-control font-semibold">
          {t.note}
        </label>
        <textarea
          ref={noteField}
          id={noteId}
          // biome-ignore lint/a11y/noAutofocus: the reader pressed the button that opens it
          autoFocus={isOpened}
          rows={4}
          maxLength={limits.huntNoteLength}
          placeholder={t.noteExample}
          value={edited.note}
          className="rounded-[10px] border border-field bg-surface px-4 py-3 text-body text-ink placeholder:text-ink-3"
          onChange={(event) => setEdited({ ...edited, note: event.target.value })}
        />
      </div>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button type="submit" look="secondary" aria-disabled={!isChanged || isSending}>
          {t.save}
        </Button>
        {isKept ? (
          <Button look="quiet" onClick={remove}>
            {t.remove}
          </Button>
        ) : (
          <Button look="quiet" onClick={() => onOpen(false)}>
            {t.cancel}
          </Button>
        )}
      </div>
    </form>
  );
}

/** What changed about a car since its owner last wrote about it. */
function ChangeSince({ entry }: { entry: HuntedCarWire }) {
  const t = useHuntTexts();
  const words = [
    entry.has_ended && t.hasEnded,
    entry.price_before !== null && t.priceBefore(formatKroner(entry.price_before)),
  ].filter((word) => word !== false);
  return words.length > 0 && <span className="text-meta text-accent">{words.join(' · ')}</span>;
}

/** The cars that a person keeps notes, stages or days of, by stage. Nothing where there are none. */
export function HuntBoard() {
  const t = useHuntTexts();
  const format = useFormat();
  const { data, isError } = useHunt();
  if (isError && !data) return <MessageBox kind="error">{t.loadFailed}</MessageBox>;
  if (!data || data.cars.length === 0) return null;
  const groups = [null, ...huntStages]
    .map((stage) => [stage, data.cars.filter((entry) => entry.stage === stage)] as const)
    .filter(([, entries]) => entries.length > 0);
  return (
    <section className="mb-10">
      <h2 className="text-h2 tracking-[-0.03em]">{t.boardTitle}</h2>
      <p className="mt-1 text-meta text-ink-2">{t.boardText(data.cars.length)}</p>
      {groups.map(([stage, entries]) => (
        <div key={stage ?? ''} className="mt-6">
          <h3 className="text-meta font-semibold text-ink-2">{stage ? t.stages[stage] : t.none}</h3>
          <ul className="mt-1 border-t border-rule">
            {entries.map((entry) => (
              <li key={entry.id} className="grid gap-0.5 border-b border-rule py-3 text-control">
                <div className="flex flex-wrap items-baseline justify-between gap-x-4">
                  <HuntedTitle entry={entry} />
                  {entry.day && <span className="text-ink-2">{format.date(entry.day)}</span>}
                </div>
                {(entry.car === null || entry.car.locked) && <RemoveNote id={entry.id} />}
                <ChangeSince entry={entry} />
                {entry.note && (
                  <p className="line-clamp-2 max-w-3xl text-meta whitespace-pre-line text-ink-2">
                    {entry.note}
                  </p>
                )}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

/** Where the car's own page offers none. */
function RemoveNote({ id }: { id: string }) {
  const t = useHuntTexts();
  const client = useQueryClient();
  const failureText = useFailureText();
  const remove = () =>
    keep(client, id, nothing).then(
      () => notify(t.removed),
      (error: unknown) => notify(failureText(error)),
    );
  return (
    <Button look="quiet" className="justify-self-start" onClick={() => void remove()}>
      {t.remove}
    </Button>
  );
}

function HuntedTitle({ entry: { id, car } }: { entry: HuntedCarWire }) {
  const t = useHuntTexts();
  if (car === null) return <span className="text-ink-2">{t.gone}</span>;
  return (
    <Link to={paths.car(id)} className="font-semibold hover:underline hover:underline-offset-3">
      {car.locked ? t.locked : `${car.title}${car.price > 0 ? ` · ${formatKroner(car.price)}` : ''}`}
    </Link>
  );
}
