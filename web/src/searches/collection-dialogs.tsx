import { useQueryClient } from '@tanstack/react-query';
import { startTransition, useOptimistic } from 'react';
import { limits } from '#core/payments/plan.ts';
import { call } from '../api/call.ts';
import { queryKeys } from '../api/queries.ts';
import { useTexts } from '../i18n/language.tsx';
import { useCollectionTexts, useFailureText } from '../i18n/text-parts.ts';
import { Button } from '../ui/button.tsx';
import { CheckBox } from '../ui/fields.tsx';
import { MessageBox } from '../ui/messages.tsx';
import { Modal } from '../ui/modal.tsx';
import { NameForm } from '../ui/name-form.tsx';
import { notify } from '../ui/notices.tsx';
import { type CarListSummary, useLists, useMembership } from './use-collections.ts';

type Props = { car: { id: string; title: string }; onClose: () => void };

/**
 * A list with its checkbox. A tick shows at once and stays until the list has been refetched, so that an older answer cannot
 * revert it.
 */
function ListTick({ list, onTick }: { list: CarListSummary; onTick: (isOn: boolean) => Promise<void> }) {
  const own = useCollectionTexts();
  const hasCar = list.has_car === true;
  const [isTicked, showTick] = useOptimistic(hasCar);
  const set = (isOn: boolean) =>
    startTransition(async () => {
      showTick(isOn);
      await onTick(isOn);
    });
  return (
    <CheckBox
      className="flex min-h-12 border-b border-rule py-2 text-control"
      isChecked={isTicked}
      onChange={set}
    >
      <span className="min-w-0 grow wrap-anywhere">{list.name}</span>
      <span className="text-meta text-ink-3">{own.cars(list.count + Number(isTicked) - Number(hasCar))}</span>
    </CheckBox>
  );
}

/** The reader's lists with a tick for each that holds the car, and a form for a new list. Every tick is saved at once. */
export function AddToListDialog({ car, onClose }: Props) {
  const t = useTexts();
  const own = useCollectionTexts();
  const failureText = useFailureText();
  const { data, error } = useLists(car.id);
  const membership = useMembership(car.id);
  return (
    <Modal title={own.addTitle} onClose={onClose}>
      <p className="text-body text-ink-2 wrap-anywhere">{car.title}</p>
      <div className="mt-4 min-h-12 border-t border-rule">
        {error && <MessageBox kind="error">{failureText(error)}</MessageBox>}
        {!data && !error && <p className="py-3 text-ink-2">{t.common.loading}</p>}
        {data?.lists.map((list) => (
          <ListTick key={list.id} list={list} onTick={(isOn) => membership.set(list.id, isOn)} />
        ))}
      </div>
      <div className="mt-5">
        <NameForm
          label={own.newListName}
          action={own.createAndAdd}
          placeholder={own.newListExample}
          showsLabel
          onSubmit={membership.createWith}
        />
      </div>
      <div className="mt-6 flex justify-end">
        <Button look="secondary" onClick={onClose}>
          {own.done}
        </Button>
      </div>
    </Modal>
  );
}

type SaveSearchDialogProps = {
  /** By their wire names. */
  filters: Record<string, string>;
  /** The filters in words, by which a search is called that nobody names. */
  description: string;
  onClose: () => void;
};

export function SaveSearchDialog({ filters, description, onClose }: SaveSearchDialogProps) {
  const t = useCollectionTexts();
  const client = useQueryClient();
  const usual = description.slice(0, limits.nameLength).trim();
  const save = async (typed: string) => {
    const name = typed === usual ? null : typed;
    await call('POST /api/saved-searches', { body: { name, filters } });
    void client.invalidateQueries({ queryKey: queryKeys.savedSearches });
    notify(t.saved(typed));
    onClose();
  };
  return (
    <Modal title={t.saveTitle} onClose={onClose}>
      <p className="mb-4 text-body text-ink-2 wrap-anywhere">{description}</p>
      <NameForm label={t.name} action={t.save} initial={usual} showsLabel focuses onSubmit={save} />
    </Modal>
  );
}
