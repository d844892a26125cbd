import { useQueryClient } from '@tanstack/react-query';
import { limits } from '#core/payments/plan.ts';
import { call } from '../api/call.ts';
import { queryKeys } from '../api/query-keys.ts';
import { useCollectionTexts } from '../i18n/text-parts.ts';
import { Modal } from '../ui/modal.tsx';
import { NameForm } from '../ui/name-form.tsx';
import { notify } from '../ui/notices.tsx';

type Props = {
  /** By their wire names. */
  filters: Record<string, string>;
  /** The filters in words, by which a search is called that nobody names. */
  description: string;
  onClose: () => void;
};

export default function SaveSearchDialog({ filters, description, onClose }: Props) {
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
