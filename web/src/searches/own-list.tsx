import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Removal } from '../cars/car-card.tsx';
import { useRemoval } from '../cars/use-marks.ts';
import { useCollectionTexts } from '../i18n/text-parts.ts';
import { paths } from '../paths.ts';
import { Button, button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { EmptyState } from '../ui/messages.tsx';
import { NameForm } from '../ui/name-form.tsx';
import { useGo } from '../ui/navigation.ts';
import { type CarListSummary, putOnList, takeOffList, useListActions, useLists } from './use-collections.ts';

const ShareList = lazy(() => import('./share-list.tsx'));

/** `children` shows the cars of the list, each with a button to remove it; not called if the list is gone. */
type Props = { listId: string; children: (removal: Removal) => ReactNode };

/** An own list: name, back link, rename and delete, above its cars. */
export default function OwnList({ listId, children }: Props) {
  const t = useCollectionTexts();
  const removal = useRemoval({
    label: t.removeCar,
    removed: t.carRemoved,
    isAffected: ({ list }) => list === listId,
    remove: (carId) => takeOffList(listId, carId),
    restore: (carId) => putOnList(listId, carId),
  });
  const { data, isFetching } = useLists();
  const list = data?.lists.find(({ id }) => id === listId);
  const back = (
    <Link to={paths.view('list')} className={`${button.link} text-meta`}>
      <Icon name="back" size={18} />
      {t.allLists}
    </Link>
  );
  if (data && !list && !isFetching) {
    return (
      <EmptyState title={t.listGone} text={t.listGoneText}>
        {back}
      </EmptyState>
    );
  }
  return (
    <>
      <div className="min-h-25 pt-6">
        {back}
        {list && <Heading list={list} />}
      </div>
      {children(removal)}
    </>
  );
}

function Heading({ list }: { list: CarListSummary }) {
  const t = useCollectionTexts();
  const actions = useListActions();
  const go = useGo();
  const [isRenaming, setRenaming] = useState(false);
  const [isSharing, setSharing] = useState(false);
  return (
    <>
      {isSharing && (
        <Suspense>
          <ShareList list={list} onClose={() => setSharing(false)} />
        </Suspense>
      )}
      {isRenaming && (
        <div className="mt-2 max-w-lg">
          <NameForm
            label={t.name}
            action={t.save}
            initial={list.name}
            focuses
            onSubmit={(name) => {
              setRenaming(false);
              if (name !== list.name) void actions.rename(list, name);
            }}
            onCancel={() => setRenaming(false)}
          />
        </div>
      )}
      {!isRenaming && (
        <div className="mt-1 flex items-center gap-1">
          <h2 className="mr-2 min-w-0 text-h2 tracking-[-0.03em] wrap-anywhere">{list.name}</h2>
          <Button look="icon" aria-label={t.renameThis(list.name)} onClick={() => setRenaming(true)}>
            <Icon name="edit" />
          </Button>
          <Button
            look="icon"
            aria-label={t.deleteThis(list.name)}
            onClick={() => {
              void actions.remove(list, t.listDeleted(list.name));
              go(paths.view('list'));
            }}
          >
            <Icon name="bin" />
          </Button>
          <Button look="plain" onClick={() => setSharing(true)}>
            {t.share}
          </Button>
        </div>
      )}
    </>
  );
}
